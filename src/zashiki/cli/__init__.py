"""The command `zashiki`: one module per command, `common` for what they share, `app` puts them together.

Commands read what was typed, call the library, and print. Rules, bots and measurements live elsewhere.
"""

from zashiki.cli import interrupts


def main() -> None:
    """Run the command line; the entry point of `zashiki` and of `python -m zashiki`."""
    listening = interrupts.leave_at_once()
    from zashiki.cli.app import app

    try:
        if listening:
            interrupts.listen()
        app(prog_name="zashiki")
    except KeyboardInterrupt:
        raise SystemExit(interrupts.EXIT_STOPPED) from None
    finally:
        if listening:
            interrupts.no_more()
