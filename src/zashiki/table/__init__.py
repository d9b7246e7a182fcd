"""The web table: people and bots play in the browser.

`app` puts the web application together; `api` and `site` are its routes; `tables` is what can be done at a table,
`pages` what a viewer sees of it, `runner` moves the bots, `store` opens the database, `keeping` lists and deletes what is
in it. Rules, boards and words come
from the games; nothing here knows a particular one.
"""

from __future__ import annotations

import logging
import socket
import sys
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import platformdirs

from zashiki.core.errors import ZashikiError

__all__ = ["ServeError", "default_database", "serve"]


class ServeError(ZashikiError):
    """The address cannot be listened on."""


def default_database() -> Path:
    """The file tables are kept in if nothing else is said."""
    return platformdirs.user_data_path("zashiki", appauthor=False) / "tables.sqlite3"


def serve(
    host: str = "127.0.0.1",
    port: int = 8000,
    db: str | Path | None = None,
    editions: Sequence[str | Path] = (),
    workers: int = 2,
    pace: float = 0.5,
) -> None:
    """Serve the table until interrupted.

    Args:
        host: address to listen on.
        port: port to listen on; 0 takes a free one.
        db: path of a SQLite file, or URL of a database; by default a file in the user's data folder.
        editions: edition files offered besides those of the package.
        workers: threads that move bots.
        pace: seconds between two moves of the server at one table.

    Raises:
        StoreError, EditionError: say what cannot be opened, and why.
        ServeError: the address cannot be listened on.
    """
    import uvicorn

    from zashiki.table.app import create_app
    from zashiki.table.warm import WarmUp

    if not logging.getLogger().handlers:
        logging.basicConfig(
            level=logging.INFO, format="%(asctime)s %(levelname)s %(message)s", datefmt="%H:%M:%S"
        )
    listener = socket.socket(socket.AF_INET6 if ":" in host else socket.AF_INET)
    listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    try:
        # Only taken here: a browser that comes before the first game is ready is turned away, not left waiting.
        listener.bind((host, port))
    except (OSError, OverflowError) as error:
        listener.close()
        reason = getattr(error, "strerror", None) or error
        raise ServeError(f"cannot listen on {host}, port {port}: {reason}") from None
    # Accepted connections inherit this; without it each answer waits 40 ms for an acknowledgement.
    listener.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
    if db is None:
        db = default_database()
        db.parent.mkdir(parents=True, exist_ok=True)
    app = create_app(db, editions=editions, workers=workers, pace=pace)
    warm_up = WarmUp(app.state.services.tables.courses.unready)
    warm_up.start()
    # Threads that move bots hand over to those that answer people at least this often.
    sys.setswitchinterval(0.001)
    server = stoppable_server(
        uvicorn.Config(
            app, log_level="warning", access_log=False, server_header=False, timeout_graceful_shutdown=5
        ),
        app.state.services.hub,
        warm_up.stop,
    )
    shown = f"[{host}]" if ":" in host else host
    print(f"The table is open: http://{shown}:{listener.getsockname()[1]}/", flush=True)
    try:
        server.run(sockets=[listener])
    finally:
        warm_up.stop()


def stoppable_server(config: Any, hub: Any, at_end: Callable[[], None] = lambda: None) -> Any:
    """A server that ends all open streams when it is told to stop: it waits for what is open.

    Args:
        config: uvicorn's.
        hub: the streams.
        at_end: called once it has stopped; after a signal to stop, nothing that follows `run` is reached.
    """
    import uvicorn

    class Server(uvicorn.Server):
        def handle_exit(self, sig: int, frame: Any) -> None:
            hub.close()
            super().handle_exit(sig, frame)

        async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
            await super().shutdown(sockets)
            at_end()

    return Server(config)
