"""The pages people open: the start page, tables, records, rules, credits, and the files pages load."""

from __future__ import annotations

import asyncio
from collections.abc import Mapping
from typing import Annotated, Any

from litestar import MediaType, Request, Response, get, post
from litestar.datastructures import UploadFile
from litestar.exceptions import HTTPException
from litestar.handlers import BaseRouteHandler
from litestar.params import FromPath, QueryParameter
from litestar.response import Redirect

from zashiki.core import i18n
from zashiki.core.contract import Option
from zashiki.core.i18n import _
from zashiki.games import all_games
from zashiki.games import get as get_game
from zashiki.table import uploads
from zashiki.table.api import VERSION_HEADER, At, Served, spoken
from zashiki.table.refusals import Refused
from zashiki.table.rendering import credits_of_files, render, rules_text, static_files
from zashiki.table.services import Services
from zashiki.table.tables import NewSeat, NewTable, can_choose_first

FOREVER = "public, max-age=31536000, immutable"
FORM_BODY = 64 * 1024
_WITHOUT_PLACE = {"edition", "options", "seats"}
"""Fields that a form made by this page cannot have wrong; what is said about them stands at the top."""

_FORM_TYPES = ("application/x-www-form-urlencoded", "multipart/form-data")


def html(content: str, status: int = 200, **options: Any) -> Response[str]:
    """An HTML answer."""
    return Response(content, status_code=status, media_type=MediaType.HTML, **options)


# -- the start page and its forms


@get("/", sync_to_thread=True, include_in_schema=False)
def start(request: Request[Any, Any, Any], services: Served) -> Response[str]:
    """Running tables, and the forms to make a table and to look at a record."""
    return _start_page(request, services)


@post("/tables", include_in_schema=False, request_max_body_size=FORM_BODY)
async def make_table(request: Request[Any, Any, Any], services: Served) -> Response[Any]:
    """Make a table from the form of the start page and go to the host's link."""
    form = await _form(request, services)
    values = {name: value for name, value in form.items() if isinstance(value, str)}
    language = spoken(request)

    def make() -> Response[Any]:
        with i18n.language(language):
            try:
                return Redirect(services.tables.create(wanted_table(values)), status_code=303)
            except Refused as refused:
                if refused.status not in (422, 503):
                    raise
                field = "" if refused.field in _WITHOUT_PLACE else refused.field
                return _start_page(request, services, values, {field: refused.message}, refused.status)

    return await asyncio.to_thread(make)


@post("/records", include_in_schema=False, request_max_body_size=uploads.MAX_BYTES + FORM_BODY)
async def upload_record(request: Request[Any, Any, Any], services: Served) -> Response[Any]:
    """Check an uploaded record and go to its page."""
    form = await _form(request, services)
    given = form.get("record")
    content = (
        await given.read() if isinstance(given, UploadFile) else str(given or "").encode("utf-8", "replace")
    )
    language = spoken(request)

    def check() -> Response[Any]:
        with i18n.language(language):
            try:
                if not content.strip():
                    raise Refused(422, "record", _("Choose the file of a record."), field="record")
                return Redirect(f"/r/{services.uploads.add(content)}", status_code=303)
            except Refused as refused:
                return _start_page(request, services, {}, {"record": refused.message}, refused.status)

    return await asyncio.to_thread(check)


async def _form(request: Request[Any, Any, Any], services: Services) -> Any:
    if request.content_type[0] not in _FORM_TYPES:
        raise Refused(415, "content-type", _("This address takes a form."))
    try:
        form = await request.form()
    except HTTPException:
        raise
    except Exception:
        # The parser has its own errors for each way a form can be broken.
        raise Refused(400, "form", _("The form cannot be read.")) from None
    services.forms.check(dict(request.cookies), form, request.headers.get("sec-fetch-site"))
    return form


def wanted_table(values: Mapping[str, str]) -> NewTable:
    """The table a filled-in form asks for.

    Raises:
        Refused: a field holds something it cannot hold.
    """
    game = get_game(values.get("game", "")) if values.get("game") in _game_names() else None
    if game is None:
        raise Refused(422, "unknown-game", _("Choose a game."), field="game")
    players = _number(values, "players")
    if players is None or players not in game.players:
        raise Refused(422, "players", _("Choose the number of players."), field="players")
    options = {}
    for option in game.options:
        text = values.get(f"{game.name}.{option.name}", "").strip()
        if text:
            options[option.name] = _option(option, game.name, text)
    first = values.get("first", "")
    return NewTable(
        game=game.name,
        players=players,
        seats=[_sitter(values, i) for i in range(players)],
        options=options,
        edition=values.get("edition") or None,
        first="random" if first == "random" else _number(values, "first"),
        name=values.get("name", ""),
        listed="listed" in values,
        real_dice="real_dice" in values,
        auto_roll="auto_roll" in values,
        help_allowed="help_allowed" in values,
    )


def _game_names() -> list[str]:
    return [game.name for game in all_games()]


def _number(values: Mapping[str, str], name: str) -> int | None:
    text = values.get(name, "").strip()
    if not text:
        return None
    if not (text.isascii() and text.isdigit() and len(text) < 4):
        raise Refused(422, "number", _("This must be a number."), field=name)
    return int(text)


def _option(option: Option, game: str, text: str) -> str | int:
    try:
        return option.parse(text)
    except ValueError as error:
        raise Refused(422, "option", str(error), field=f"{game}.{option.name}") from None


def _sitter(values: Mapping[str, str], seat: int) -> NewSeat:
    kind = values.get(f"seat{seat}.kind") or "person"
    if kind not in ("person", "link", "bot"):
        raise Refused(422, "seat", _("A seat takes a person, a link or a bot."), field=f"seat{seat}")
    return NewSeat(kind, values.get(f"seat{seat}.name", ""), values.get(f"seat{seat}.bot") or None)  # type: ignore[arg-type]


def _start_page(
    request: Request[Any, Any, Any],
    services: Services,
    form: Mapping[str, str] | None = None,
    errors: Mapping[str, str] | None = None,
    status: int = 422,
) -> Response[str]:
    word = services.forms.word(request.cookies.get(services.forms.cookie_name))
    with i18n.language(spoken(request)):
        content = render(
            "start.html",
            tables=services.tables.listing(),
            games=_offered(services),
            form={name: value for name, value in (form or {}).items() if name != services.forms.FIELD},
            errors=dict(errors or {}),
            csrf=word,
        )
    cookie = services.forms.cookie(word, request.url.scheme == "https")
    return html(content, status if errors else 200, cookies=[cookie])


def _offered(services: Served) -> list[dict[str, Any]]:
    from zashiki.bots import entries

    return [
        {
            "name": game.name,
            "title": game.title,
            "summary": game.summary,
            "players": list(game.players),
            "minutes": game.minutes,
            "options": [_offered_option(game.name, option) for option in game.options],
            "editions": [
                {"name": name, "title": services.editions.get(game, name).title}
                for name in services.editions.names(game)
            ],
            "bots": [entry.name for entry in entries(game) if not entry.takes_argument],
            "bot_words": {entry.name: entry.summary for entry in entries(game)},
            "chosen_first": can_choose_first(game),
        }
        for game in all_games()
    ]


def _offered_option(game: str, option: Option) -> dict[str, Any]:
    free = isinstance(option.values, range)
    return {
        "name": option.name,
        "field": f"{game}.{option.name}",
        "summary": option.summary,
        "default": option.default,
        "values": None
        if free
        else [{"value": value, "label": option.labels.get(value, str(value))} for value in option.values],
        "low": option.values[0] if free else None,
        "high": option.values[-1] if free else None,
        "solo_only": option.solo_only,
        "several_only": option.several_only,
    }


# -- tables and records


@get("/t/{table_id:str}/{token:str}", sync_to_thread=True, include_in_schema=False)
def table_page(
    request: Request[Any, Any, Any],
    services: Served,
    table_id: FromPath[str],
    token: FromPath[str],
    at: At = None,
) -> Response[str]:
    """The page of a table for the holder of a link."""
    return _table(request, services, table_id, token, at, "table.html")


@get("/t/{table_id:str}/{token:str}/body", sync_to_thread=True, include_in_schema=False)
def table_body(
    request: Request[Any, Any, Any],
    services: Served,
    table_id: FromPath[str],
    token: FromPath[str],
    at: At = None,
) -> Response[str]:
    """The part of a table's page that changes."""
    return _table(request, services, table_id, token, at, "body.html")


def _table(
    request: Request[Any, Any, Any],
    services: Services,
    table_id: str,
    token: str,
    at: int | None,
    template: str,
) -> Response[str]:
    language = spoken(request)
    seen, page = services.page(table_id, token, at, language)
    with i18n.language(language):
        content = render(
            template,
            page=page,
            game=seen.game,
            base=f"/t/{table_id}/{token}",
            api=f"/api/tables/{table_id}",
            token=token,
        )
    return html(content, headers={VERSION_HEADER: str(page["table"]["version"])})


@get("/t/{table_id:str}/{token:str}/record", sync_to_thread=True, include_in_schema=False)
def table_record(services: Served, table_id: FromPath[str], token: FromPath[str]) -> Response[str]:
    """The game so far as a record."""
    seen = services.tables.see(table_id, token)
    return _download(services.tables.record(seen).to_json(), f"{seen.row.game}-{table_id}")


@get("/r/{upload_id:str}", sync_to_thread=True, include_in_schema=False)
def record_page(
    request: Request[Any, Any, Any], services: Served, upload_id: FromPath[str], at: At = None
) -> Response[str]:
    """The page of an uploaded record."""
    return _record(request, services, upload_id, at, "record.html")


@get("/r/{upload_id:str}/body", sync_to_thread=True, include_in_schema=False)
def record_body(
    request: Request[Any, Any, Any], services: Served, upload_id: FromPath[str], at: At = None
) -> Response[str]:
    """The part of a record's page that changes."""
    return _record(request, services, upload_id, at, "body.html")


def _record(
    request: Request[Any, Any, Any], services: Services, upload_id: str, at: int | None, template: str
) -> Response[str]:
    language = spoken(request)
    seen, page = services.record_page(upload_id, at, language)
    with i18n.language(language):
        content = render(
            template,
            page=page,
            game=seen.game,
            base=f"/r/{upload_id}",
            api=f"/api/records/{upload_id}",
            token=None,
        )
    return html(content, headers={VERSION_HEADER: str(page["table"]["version"])})


@get("/r/{upload_id:str}/record", sync_to_thread=True, include_in_schema=False)
def record_file(services: Served, upload_id: FromPath[str]) -> Response[str]:
    """An uploaded record as a file."""
    seen = services.uploads.see(upload_id)
    return _download(services.uploads.text(upload_id), f"{seen.row.game}-{upload_id[:8]}")


def _download(text: str, name: str) -> Response[str]:
    return Response(
        text + "\n",
        media_type=MediaType.JSON,
        headers={"Content-Disposition": f'attachment; filename="{name}.json"'},
    )


# -- rules, credits, files


@get("/rules/{name:str}", sync_to_thread=True, include_in_schema=False)
def rules(
    request: Request[Any, Any, Any],
    services: Served,
    name: FromPath[str],
    edition: Annotated[str | None, QueryParameter(name="edition")] = None,
    fragment: Annotated[bool, QueryParameter(name="fragment")] = False,
) -> Response[str]:
    """A game's short rules with the numbers of an edition; with `fragment=1` only the text, for the panel of a table."""
    if name not in _game_names():
        raise Refused(404, "unknown-game", _("There is no such game."))
    game = get_game(name)
    printed = services.editions.get(game, edition)
    others = [services.editions.get(game, other) for other in services.editions.names(game)]
    with i18n.language(spoken(request)):
        text, sections = rules_text(game, printed)
        return html(
            render(
                "rules.html",
                game=game,
                edition=printed,
                editions=others,
                rules=text,
                sections=sections,
                fragment=fragment,
            )
        )


@get("/about", sync_to_thread=True, include_in_schema=False)
def about(request: Request[Any, Any, Any], services: Served) -> Response[str]:
    """Where the numbers of each edition are known from, and whose work the pages use."""
    games = [
        {
            "game": game,
            "editions": [
                {"edition": edition, "rows": list(edition.rows())}
                for edition in (services.editions.get(game, name) for name in services.editions.names(game))
            ],
        }
        for game in all_games()
    ]
    with i18n.language(spoken(request)):
        return html(render("about.html", games=games, licences=credits_of_files()))


@get("/static/{digest:str}/{path:path}", sync_to_thread=False, include_in_schema=False)
def static_file(
    request: Request[Any, Any, Any], digest: FromPath[str], path: FromPath[str]
) -> Response[bytes]:
    """A file pages load."""
    files = static_files()
    found = files.get(path.lstrip("/"))
    if found is None:
        raise Refused(404, "not-found", _("There is no such file."))
    etag = f'"{found.digest[:32]}"'
    headers = {"ETag": etag, "Cache-Control": FOREVER if digest == files.digest else "no-cache"}
    if request.headers.get("if-none-match") == etag:
        return Response(b"", status_code=304, headers=headers, media_type=found.media_type)
    return Response(found.content, headers=headers, media_type=found.media_type)


HANDLERS: list[BaseRouteHandler] = [
    start,
    make_table,
    upload_record,
    table_page,
    table_body,
    table_record,
    record_page,
    record_body,
    record_file,
    rules,
    about,
    static_file,
]
"""All routes of pages."""
