"""Runs the migrations on the connection that `zashiki.table.store` hands over."""

from alembic import context

from zashiki.table.models import Base

connection = context.config.attributes["connection"]
context.configure(
    connection=connection,
    target_metadata=Base.metadata,
    transaction_per_migration=False,
    # SQLite cannot alter most things about a table; Alembic then copies it.
    render_as_batch=True,
)
context.run_migrations()
