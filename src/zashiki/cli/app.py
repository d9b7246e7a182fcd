"""The commands put together, and the one place where errors become a line on stderr and an exit code.

Exit codes: 0 done; 1 the input was understood and found wrong (a record that does not replay), or output was cut off;
2 the command cannot be carried out as asked, nothing was written; 130 stopped by Ctrl-C.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Sequence
from typing import Annotated, Any

import typer
from typer.core import TyperGroup

import zashiki
from zashiki.cli import analyse, arena, bench, components, export, kept, play, replay, serve, simulate
from zashiki.cli.common import complain
from zashiki.cli.interrupts import EXIT_STOPPED, stopped
from zashiki.core.errors import ZashikiError

EXIT_REFUSED = 2


class Commands(TyperGroup):
    """All commands; whatever goes wrong in one of them that is the caller's to mend becomes one line on stderr."""

    def main(
        self,
        args: Sequence[str] | None = None,
        prog_name: str | None = None,
        complete_var: str | None = None,
        standalone_mode: bool = True,
        windows_expand_args: bool = True,
        **extra: Any,
    ) -> Any:
        try:
            code = super().main(args, prog_name, complete_var, False, windows_expand_args, **extra)
            sys.stdout.flush()
        except ZashikiError as error:
            complain(str(error))
            code = EXIT_REFUSED
        except (KeyboardInterrupt, typer.Abort):
            code = EXIT_STOPPED
        except BrokenPipeError:
            # Whoever read our output has seen enough; nothing may be flushed into the closed pipe at exit.
            os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
            code = 1
        except Exception as error:
            if stopped():
                code = EXIT_STOPPED
            elif hasattr(error, "format_message"):
                # Typer's usage errors, whose class is not public and moves between its versions.
                complain(error.format_message())  # type: ignore[attr-defined]
                code = EXIT_REFUSED
            else:
                raise
        sys.exit(code if isinstance(code, int) else 0)


app = typer.Typer(
    cls=Commands,
    rich_markup_mode="rich",
    pretty_exceptions_enable=False,
    context_settings={"help_option_names": ["-h", "--help"]},
)


def _version(wanted: bool) -> None:
    if wanted:
        typer.echo(f"zashiki {zashiki.__version__}")
        raise typer.Exit


@app.callback(invoke_without_command=True)
def _start(
    context: typer.Context,
    version: Annotated[
        bool, typer.Option("--version", callback=_version, is_eager=True, help="Print the version and leave.")
    ] = False,
) -> None:
    """Modern board games about building Japan: play them, simulate them, measure them."""
    if context.invoked_subcommand is None:
        typer.echo(context.get_help())


for _module in (serve, kept, play, simulate, arena, replay, export, analyse, components, bench):
    _module.add_to(app)
