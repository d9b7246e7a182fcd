"""What every answer and every refused request has in common: headers, protection of forms, the request log.

Nothing secret is logged: of an address only the table's id stays, never the token.
"""

from __future__ import annotations

import hashlib
import hmac
import logging
import re
import secrets
from typing import Any

from litestar.datastructures import Cookie, MutableScopeHeaders
from litestar.types import Message, Scope

from zashiki.core.i18n import _
from zashiki.table.refusals import Refused

log = logging.getLogger("zashiki.table")

POLICY = "; ".join(
    (
        "default-src 'none'",
        "script-src 'self'",
        "style-src 'self'",
        # Positions and colours of drawn things; a style attribute cannot run or load anything from elsewhere.
        "style-src-attr 'unsafe-inline'",
        "img-src 'self' data:",
        "font-src 'self'",
        "connect-src 'self'",
        "manifest-src 'self'",
        "form-action 'self'",
        "base-uri 'none'",
        "frame-ancestors 'none'",
    )
)

HEADERS = {
    "content-security-policy": POLICY,
    "referrer-policy": "no-referrer",
    "x-content-type-options": "nosniff",
    "x-frame-options": "DENY",
    "cross-origin-opener-policy": "same-origin",
    "cross-origin-resource-policy": "same-origin",
    "permissions-policy": "camera=(), geolocation=(), microphone=(), payment=(), usb=()",
}

_SECRET_PART = re.compile(r"^(/t/[^/]*/)[^/]+")


async def before_send(message: Message, scope: Scope) -> None:
    """Add the headers of every answer and write it to the request log."""
    if message["type"] != "http.response.start":
        return
    headers = MutableScopeHeaders.from_message(message)
    for name, value in HEADERS.items():
        headers.setdefault(name, value)
    headers.setdefault("cache-control", "no-store")
    status = message["status"]
    level = logging.WARNING if status >= 400 else logging.DEBUG
    if log.isEnabledFor(level):
        reason = scope.get("state", {}).get("refused", "")
        log.log(
            level,
            "%s %s %s%s",
            scope.get("method", "?"),
            shown_path(scope["path"]),
            status,
            f": {shown(reason)}" if reason else "",
        )


def shown_path(path: str) -> str:
    """A path as it may be logged: without tokens, line breaks or excess length."""
    return shown(_SECRET_PART.sub(r"\1...", path))


def shown(text: str) -> str:
    """A text of a request as it may be logged."""
    return "".join(c if c.isprintable() else "?" for c in text[:300])


class Forms:
    """Protection of forms: a form is taken only from a page this server gave to the same browser.

    The browser has a random word in a cookie and sends it again in the form; another site can make the browser send
    the cookie, but can neither read nor set it, and the word is signed.

    Args:
        secret: the key words are signed with; kept in the database, so that forms outlive a restart.
    """

    FIELD = "_csrf"

    def __init__(self, secret: str) -> None:
        self._secret = secret.encode()
        # Servers on one machine share cookies whatever their ports: the name keeps them apart.
        self.cookie_name = "zashiki-form-" + hashlib.sha256(self._secret).hexdigest()[:8]

    def word(self, known: str | None) -> str:
        """The word for a form: the one the browser has, if it is one of ours."""
        if known and self._is_ours(known):
            return known
        nonce = secrets.token_urlsafe(16)
        return f"{nonce}.{self._sign(nonce)}"

    def cookie(self, word: str, secure: bool) -> Cookie:
        """The cookie that holds the word."""
        return Cookie(
            self.cookie_name,
            value=word,
            path="/",
            httponly=True,
            samesite="lax",
            secure=secure,
            max_age=30 * 86400,
        )

    def check(self, cookies: dict[str, str], form: Any, fetch_site: str | None) -> None:
        """Whether a form may be taken.

        Raises:
            Refused: it came from elsewhere, or its page is too old.
        """
        if fetch_site not in (None, "same-origin", "none"):
            raise Refused(403, "foreign-form", _("This form came from another site."))
        held, sent = cookies.get(self.cookie_name), form.get(self.FIELD)
        if not (
            isinstance(sent, str)
            and held
            and self._is_ours(held)
            and hmac.compare_digest(held.encode(), sent.encode("utf-8", "replace"))
        ):
            raise Refused(
                403, "foreign-form", _("This form is too old or came from elsewhere; open the page again.")
            )

    def _sign(self, nonce: str) -> str:
        return hmac.new(self._secret, nonce.encode(), hashlib.sha256).hexdigest()

    def _is_ours(self, word: str) -> bool:
        nonce, _dot, signature = word.partition(".")
        return hmac.compare_digest(signature.encode("utf-8", "replace"), self._sign(nonce).encode())
