"""The first form of the database: tables, seats, links, the log and what belongs to it."""

import sqlalchemy as sa
from alembic import op

revision = "0001"
down_revision = None
branch_labels = None
depends_on = None


def _of_table(name: str) -> sa.ForeignKeyConstraint:
    return sa.ForeignKeyConstraint(
        ["table_id"], ["tables.id"], name=op.f(f"fk_{name}_table_id"), ondelete="CASCADE"
    )


def upgrade() -> None:
    op.create_table(
        "tables",
        sa.Column("id", sa.String(16), nullable=False),
        sa.Column("game", sa.String(40), nullable=False),
        sa.Column("name", sa.String(80), nullable=False),
        sa.Column("options", sa.JSON(), nullable=False),
        sa.Column("edition", sa.String(80), nullable=False),
        sa.Column("edition_digest", sa.String(40), nullable=False),
        sa.Column("rules_version", sa.Integer(), nullable=False),
        sa.Column("listed", sa.Boolean(), nullable=False),
        sa.Column("real_dice", sa.Boolean(), nullable=False),
        sa.Column("auto_roll", sa.Boolean(), nullable=False),
        sa.Column("help_allowed", sa.Boolean(), nullable=False),
        sa.Column("created", sa.Float(53), nullable=False),
        sa.Column("touched", sa.Float(53), nullable=False),
        sa.Column("version", sa.Integer(), nullable=False),
        sa.Column("log_version", sa.Integer(), nullable=False),
        sa.Column("steps", sa.Integer(), nullable=False),
        sa.Column("mover", sa.String(1), nullable=False),
        sa.Column("awaited", sa.Integer(), nullable=True),
        sa.Column("snapshot", sa.LargeBinary(), nullable=False),
        sa.Column("again", sa.String(16), nullable=True),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_tables")),
    )
    op.create_index("ix_tables_listed", "tables", ["listed", "touched"])
    op.create_table(
        "seats",
        sa.Column("table_id", sa.String(16), nullable=False),
        sa.Column("seat", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("name", sa.String(80), nullable=False),
        sa.Column("kind", sa.String(10), nullable=False),
        sa.Column("bot", sa.String(80), nullable=True),
        _of_table("seats"),
        sa.PrimaryKeyConstraint("table_id", "seat", name=op.f("pk_seats")),
    )
    op.create_table(
        "links",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("table_id", sa.String(16), nullable=False),
        sa.Column("role", sa.String(10), nullable=False),
        sa.Column("seat", sa.Integer(), nullable=True),
        sa.Column("token", sa.String(40), nullable=False),
        sa.Column("created", sa.Float(53), nullable=False),
        sa.Column("revoked", sa.Float(53), nullable=True),
        _of_table("links"),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_links")),
        sa.UniqueConstraint("token", name=op.f("uq_links_token")),
    )
    op.create_index(op.f("ix_links_table_id"), "links", ["table_id"])
    op.create_table(
        "log",
        sa.Column("table_id", sa.String(16), nullable=False),
        sa.Column("step", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("mover", sa.String(1), nullable=False),
        sa.Column("move", sa.String(120), nullable=False),
        sa.Column("time", sa.Float(53), nullable=False),
        _of_table("log"),
        sa.PrimaryKeyConstraint("table_id", "step", name=op.f("pk_log")),
    )
    op.create_table(
        "lines",
        sa.Column("table_id", sa.String(16), nullable=False),
        sa.Column("language", sa.String(16), nullable=False),
        sa.Column("step", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("basis", sa.String(40), nullable=False),
        sa.Column("lines", sa.Text(), nullable=False),
        _of_table("lines"),
        sa.PrimaryKeyConstraint("table_id", "language", "step", name=op.f("pk_lines")),
    )
    op.create_table(
        "events",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("table_id", sa.String(16), nullable=False),
        sa.Column("at", sa.Integer(), nullable=False),
        sa.Column("kind", sa.String(60), nullable=False),
        sa.Column("seat", sa.Integer(), nullable=True),
        sa.Column("text", sa.String(400), nullable=False),
        sa.Column("time", sa.Float(53), nullable=False),
        _of_table("events"),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_events")),
    )
    op.create_index(op.f("ix_events_table_id"), "events", ["table_id"])
    op.create_table(
        "posts",
        sa.Column("table_id", sa.String(16), nullable=False),
        sa.Column("id", sa.String(64), nullable=False),
        sa.Column("link_id", sa.Integer(), nullable=False),
        sa.Column("digest", sa.String(64), nullable=False),
        _of_table("posts"),
        sa.PrimaryKeyConstraint("table_id", "id", name=op.f("pk_posts")),
    )
    op.create_table(
        "drafts",
        sa.Column("table_id", sa.String(16), nullable=False),
        sa.Column("seat", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("steps", sa.Integer(), nullable=False),
        sa.Column("moves", sa.JSON(), nullable=False),
        _of_table("drafts"),
        sa.PrimaryKeyConstraint("table_id", "seat", name=op.f("pk_drafts")),
    )
    op.create_table(
        "uploads",
        sa.Column("id", sa.String(40), nullable=False),
        sa.Column("game", sa.String(40), nullable=False),
        sa.Column("record", sa.Text(), nullable=False),
        sa.Column("created", sa.Float(53), nullable=False),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_uploads")),
    )
    op.create_table(
        "settings",
        sa.Column("key", sa.String(40), nullable=False),
        sa.Column("value", sa.Text(), nullable=False),
        sa.PrimaryKeyConstraint("key", name=op.f("pk_settings")),
    )


def downgrade() -> None:
    for name in (
        "settings",
        "uploads",
        "drafts",
        "posts",
        "events",
        "lines",
        "log",
        "links",
        "seats",
        "tables",
    ):
        op.drop_table(name)
