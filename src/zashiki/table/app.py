"""The web application: routes, error answers, limits and the work around them."""

from __future__ import annotations

import logging
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

from litestar import Litestar, MediaType, Request, Response
from litestar.config.compression import CompressionConfig
from litestar.di import Provide
from litestar.exceptions import HTTPException
from litestar.openapi.config import OpenAPIConfig
from litestar.openapi.plugins import JsonRenderPlugin, OpenAPIRenderPlugin
from litestar.openapi.spec import Components, SecurityScheme

import zashiki
from zashiki.core import i18n
from zashiki.core.errors import ZashikiError
from zashiki.core.i18n import _
from zashiki.table import api, help, site
from zashiki.table.refusals import Refused, refusal_of
from zashiki.table.rendering import render
from zashiki.table.runner import PACE_SECONDS
from zashiki.table.security import before_send, shown_path
from zashiki.table.services import Services, language_of

log = logging.getLogger("zashiki.table")


def create_app(
    db: str | Path,
    *,
    editions: Sequence[str | Path] = (),
    workers: int = 2,
    pace: float = PACE_SECONDS,
) -> Litestar:
    """The application over a database.

    Args:
        db: URL of a database, or path of a SQLite file; brought to the newest form, made if it is not there.
        editions: edition files offered besides those of the package.
        workers: threads that move bots; 0 moves none.
        pace: seconds between two moves of the server at one table.

    Raises:
        StoreError, EditionError: say what cannot be opened, and why.
    """
    services = Services.open(db, editions, workers, pace)

    @asynccontextmanager
    async def running(_app: Litestar) -> AsyncIterator[None]:
        services.runner.start()
        try:
            yield
        finally:
            services.hub.close()
            services.runner.stop()
            services.thinkers.stop()
            services.store.close()

    app = Litestar(
        [api.router(), help.router(), *site.HANDLERS],
        dependencies={"services": Provide(lambda: services, sync_to_thread=False)},
        lifespan=[running],
        before_send=[before_send],
        exception_handlers={
            Refused: _refused,
            ZashikiError: _refused,
            HTTPException: _http_error,
            Exception: _unexpected,
        },
        request_max_body_size=api.MAX_BODY,
        multipart_form_part_limit=100,
        compression_config=CompressionConfig(
            backend="gzip", gzip_compress_level=3, minimum_size=1500, exclude=["/events$", "/static/.*woff2$"]
        ),
        openapi_config=_openapi(),
        logging_config=None,
    )
    app.state.services = services
    return app


def _openapi() -> OpenAPIConfig:
    return OpenAPIConfig(
        title="Zashiki table",
        version=zashiki.__version__,
        description=(
            "Everything a seat sees and may do. The token of a link (the last part of its address) goes into "
            "the header `Authorization: Bearer <token>`."
        ),
        components=Components(
            security_schemes={
                "link": SecurityScheme(type="http", scheme="bearer", description="The token of a link.")
            }
        ),
        path="/schema",
        render_plugins=[SchemaPage(path="/"), JsonRenderPlugin(path="/openapi.json")],
        use_handler_docstrings=True,
    )


class SchemaPage(OpenAPIRenderPlugin):
    """The interface as a page of our own: those in use elsewhere load scripts from other sites."""

    def render(self, request: Request[Any, Any, Any], openapi_schema: dict[str, Any]) -> bytes:
        """The page of the schema."""
        with i18n.language(api.spoken(request)):
            return render("schema.html", schema=openapi_schema).encode()


# -- refusals and errors


def _refused(request: Request[Any, Any, Any], error: Refused | ZashikiError) -> Response[Any]:
    refused = error if isinstance(error, Refused) else refusal_of(error)
    return _error(request, refused)


def _http_error(request: Request[Any, Any, Any], error: HTTPException) -> Response[Any]:
    status = error.status_code
    if status >= 500:
        return _unexpected(request, error)
    code, message = {
        400: ("invalid", _("The request cannot be read.")),
        404: ("not-found", _("There is no such page.")),
        405: ("method", _("This address does not take that kind of request.")),
        413: ("too-large", _("The body of the request is too large.")),
    }.get(status, ("refused", error.detail))
    if status == 400 and request.scope["path"].startswith("/api/"):
        message = _details(error)
    return _error(request, Refused(status, code, message), dict(error.headers or {}))


def _details(error: HTTPException) -> str:
    """What was wrong with a request to the interface: which field, and why."""
    extra = error.extra if isinstance(error.extra, list) else []
    found = [
        f"{entry.get('key', '')}: {entry.get('message', '')}".lstrip(": ")
        for entry in extra
        if isinstance(entry, dict)
    ]
    return "; ".join(found)[:400] or str(error.detail)[:400]


def _unexpected(request: Request[Any, Any, Any], error: Exception) -> Response[Any]:
    log.error("%s %s failed", request.method, shown_path(request.scope["path"]), exc_info=error)
    return _error(
        request, Refused(500, "failed", _("Something went wrong here. Nothing was lost; try again."))
    )


_TITLES = {
    403: "Not open to you",
    404: "Nothing here",
    409: "The table has moved on",
    413: "Too large",
    415: "Not what belongs here",
    503: "Too busy",
}


def _error(
    request: Request[Any, Any, Any], refused: Refused, headers: dict[str, str] | None = None
) -> Response[Any]:
    request.scope.setdefault("state", {})["refused"] = refused.message
    headers = dict(headers or {})
    if refused.status == 401:
        headers["WWW-Authenticate"] = "Bearer"
    if refused.status == 503:
        headers["Retry-After"] = "10"
    if request.scope["path"].startswith("/api/"):
        return Response(
            refused.plain(), status_code=refused.status, headers=headers, media_type=MediaType.JSON
        )
    with i18n.language(language_of(request.headers.get("accept-language"))):
        title = _(_TITLES.get(refused.status, "Not possible"))
        content = render("error.html", status=refused.status, title=title, message=refused.message)
    return Response(content, status_code=refused.status, headers=headers, media_type=MediaType.HTML)
