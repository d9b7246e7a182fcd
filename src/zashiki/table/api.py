"""The JSON face of a table: everything a seat sees and may do, for the page's script and for programs.

Every request carries the token of a link as `Authorization: Bearer <token>`; nothing here reads a cookie.
"""

from __future__ import annotations

import asyncio
from typing import Annotated, Any

import msgspec
from litestar import MediaType, Request, Response, Router, get, post
from litestar.di import NamedDependency, Provide
from litestar.exceptions import SerializationException
from litestar.params import FromPath, JSONBody, QueryParameter
from litestar.response import Stream

from zashiki.core.i18n import _
from zashiki.table.pages import PageData
from zashiki.table.refusals import Refused
from zashiki.table.rendering import render
from zashiki.table.services import Services, language_of
from zashiki.table.tables import (
    DraftChange,
    LinkChange,
    NewMoves,
    NewTable,
    SeatChange,
    Seen,
    SettingsChange,
)

MAX_BODY = 64 * 1024
VERSION_HEADER = "Zashiki-Version"

Served = NamedDependency[Services]
Token = NamedDependency[str]
At = Annotated[
    int | None,
    QueryParameter(name="at", ge=0, description="Number of steps of the log to show; all if left out."),
]


class Address(msgspec.Struct, frozen=True):
    """Where to go next: the path of a page."""

    url: str


class Nothing(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """An empty object."""


def bearer(request: Request[Any, Any, Any]) -> str:
    """The token of a request.

    Raises:
        Refused: it has none.
    """
    scheme, _space, token = request.headers.get("authorization", "").partition(" ")
    if scheme.lower() != "bearer" or not token.strip():
        raise Refused(401, "no-token", _("This needs the token of a link: Authorization: Bearer <token>."))
    return token.strip()


def spoken(request: Request[Any, Any, Any]) -> str:
    """The language of a request."""
    return language_of(request.headers.get("accept-language"))


async def only_json(request: Request[Any, Any, Any]) -> None:
    """Refuse bodies that do not say they are JSON, or cannot be held."""
    if request.method == "POST" and request.content_type[0] != "application/json":
        raise Refused(415, "content-type", _("The body must be sent as application/json."))
    if request.method == "POST":
        try:
            await request.json()
        except (SerializationException, RecursionError):
            raise Refused(400, "invalid", _("The body is not JSON.")) from None


def wants_html(request: Request[Any, Any, Any]) -> bool:
    """Whether the page's script asks for the piece of HTML instead of the data."""
    return "text/html" in request.headers.get("accept", "")


def answer(
    request: Request[Any, Any, Any], page: PageData, seen: Seen, base: str, api: str, token: str | None
) -> Response[Any]:
    """Page data as JSON, or as the piece of the page it fills."""
    headers = {VERSION_HEADER: str(page["table"]["version"]), "Vary": "Accept"}
    if not wants_html(request):
        return Response(page, headers=headers)
    body = render("body.html", page=page, game=seen.game, base=base, api=api, token=token)
    return Response(body, media_type=MediaType.HTML, headers=headers)


def _page(
    request: Request[Any, Any, Any], services: Services, table_id: str, token: str, at: int | None = None
) -> Response[Any]:
    seen, page = services.page(table_id, token, at, spoken(request))
    return answer(request, page, seen, f"/t/{table_id}/{token}", f"/api/tables/{table_id}", token)


@get("/tables/{table_id:str}", sync_to_thread=True, summary="What a viewer sees and may do")
def read_table(
    request: Request[Any, Any, Any], services: Served, table_id: FromPath[str], token: Token, at: At = None
) -> Response[PageData]:
    """The page data of a table for the holder of the token, now or after an earlier step."""
    return _page(request, services, table_id, token, at)


@post(
    "/tables",
    sync_to_thread=True,
    security=[],
    summary="Make a table",
)
def create_table(services: Served, data: JSONBody[NewTable]) -> Address:
    """Make a table; the answer is the secret address of its host, where the other links are shown."""
    return Address(services.tables.create(data))


@post("/tables/{table_id:str}/draft", status_code=200, sync_to_thread=True, summary="Compose a turn unit")
def change_draft(
    request: Request[Any, Any, Any],
    services: Served,
    table_id: FromPath[str],
    token: Token,
    data: JSONBody[DraftChange],
) -> Response[PageData]:
    """Add a move to the draft, replace its last move, or take moves back. Nobody else sees a draft."""
    services.tables.compose(table_id, token, data)
    return _page(request, services, table_id, token)


@post("/tables/{table_id:str}/moves", status_code=200, sync_to_thread=True, summary="Confirm moves")
def confirm_moves(
    request: Request[Any, Any, Any],
    services: Served,
    table_id: FromPath[str],
    token: Token,
    data: JSONBody[NewMoves],
) -> Response[PageData]:
    """Confirm moves of one seat, or a throw (`roll`). The same post again changes nothing."""
    services.tables.confirm(table_id, token, data, spoken(request))
    return _page(request, services, table_id, token)


@post(
    "/tables/{table_id:str}/seats/{seat:int}",
    status_code=200,
    sync_to_thread=True,
    summary="Rename or change a seat",
)
def change_seat(
    request: Request[Any, Any, Any],
    services: Served,
    table_id: FromPath[str],
    token: Token,
    seat: FromPath[int],
    data: JSONBody[SeatChange],
) -> Response[PageData]:
    """Rename a seat, or, as host, let a person, the holder of a link or a bot sit there."""
    services.tables.change_seat(table_id, token, seat, data)
    return _page(request, services, table_id, token)


@post("/tables/{table_id:str}/links", status_code=200, sync_to_thread=True, summary="Revoke or renew a link")
def change_link(
    request: Request[Any, Any, Any],
    services: Served,
    table_id: FromPath[str],
    token: Token,
    data: JSONBody[LinkChange],
) -> Response[PageData]:
    """Make a link anew or revoke it (host). After a new host link the answer is the page seen with it."""
    path = services.tables.change_link(table_id, token, data)
    if data.role == "host" and path is not None:
        token = path.rsplit("/", 1)[1]
    return _page(request, services, table_id, token)


@post("/tables/{table_id:str}/settings", status_code=200, sync_to_thread=True, summary="Change settings")
def change_settings(
    request: Request[Any, Any, Any],
    services: Served,
    table_id: FromPath[str],
    token: Token,
    data: JSONBody[SettingsChange],
) -> Response[PageData]:
    """Change settings of the table (host)."""
    services.tables.change_settings(table_id, token, data)
    return _page(request, services, table_id, token)


@post("/tables/{table_id:str}/again", status_code=200, sync_to_thread=True, summary="Play again")
def play_again(
    services: Served,
    table_id: FromPath[str],
    token: Token,
    data: JSONBody[Nothing],
) -> Address:
    """A new table with the same seats, after the end; the answer is the asker's own link there."""
    return Address(services.tables.again(table_id, token))


@get(
    "/tables/{table_id:str}/events",
    summary="Follow a table",
    media_type="text/event-stream",
)
async def follow(
    request: Request[Any, Any, Any],
    services: Served,
    table_id: FromPath[str],
    query_token: Annotated[
        str | None, QueryParameter(name="token", description="The token, where no header can be sent.")
    ] = None,
) -> Stream:
    """Server-sent events `{"version": N}`: one at once and one after each change; `closed` when the link is revoked."""
    token = query_token or bearer(request)
    if await asyncio.to_thread(services.tables.version, table_id, token) is None:
        await asyncio.to_thread(services.tables.see, table_id, token)
    services.hub.check_room(table_id)
    return Stream(
        services.hub.follow(table_id, lambda: services.tables.version(table_id, token)),
        media_type="text/event-stream",
        headers={"Cache-Control": "no-store", "X-Accel-Buffering": "no"},
    )


@get(
    "/records/{upload_id:str}",
    sync_to_thread=True,
    security=[],
    summary="An uploaded record",
)
def read_record(
    request: Request[Any, Any, Any], services: Served, upload_id: FromPath[str], at: At = None
) -> Response[PageData]:
    """The page data of an uploaded record, at its end or after an earlier step."""
    seen, page = services.record_page(upload_id, at, spoken(request))
    return answer(request, page, seen, f"/r/{upload_id}", f"/api/records/{upload_id}", None)


def router() -> Router:
    """All routes below `/api`."""
    return Router(
        "/api",
        route_handlers=[
            read_table,
            create_table,
            change_draft,
            confirm_moves,
            change_seat,
            change_link,
            change_settings,
            play_again,
            follow,
            read_record,
        ],
        dependencies={"token": Provide(bearer, sync_to_thread=False)},
        before_request=only_json,
        request_max_body_size=MAX_BODY,
        security=[{"link": []}],
        tags=["table"],
    )
