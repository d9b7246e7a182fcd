"""Runs the migrations on the connection that `zashiki.table.store` hands over."""

from alembic import context

from zashiki.table.models import Base


def run() -> None:
    """Bring the database of the connection to the wanted form."""
    context.configure(
        connection=context.config.attributes["connection"],
        target_metadata=Base.metadata,
        transaction_per_migration=False,
        # SQLite cannot alter most things about a table; Alembic then copies it.
        render_as_batch=True,
    )
    context.run_migrations()


# Alembic runs this file with a configuration; imported by itself it does nothing.
if hasattr(context, "config"):
    run()
