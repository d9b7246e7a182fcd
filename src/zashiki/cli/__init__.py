"""The command `zashiki`: one module per command, `common` for what they share, `app` puts them together.

Commands read what was typed, call the library, and print. Rules, bots and measurements live elsewhere.
"""


def main() -> None:
    """Run the command line; the entry point of `zashiki` and of `python -m zashiki`."""
    from zashiki.cli.app import app

    app(prog_name="zashiki")
