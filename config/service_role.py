"""The role that the processes of the service have in PostgreSQL, where it is another than the tables' owner.

It reads and writes rows, and nothing more: no table can be made, altered, emptied at once or dropped by
whoever gets hold of its password, nor a file of the server be read. Migrations and restores are the owner's.
"""

import psycopg
from django.db import ProgrammingError, connection, transaction
from django.db.migrations.recorder import MigrationRecorder
from psycopg import sql

from matches.ratings.models import RatingEntry


class ServiceRoleRefused(Exception):
    """The role cannot be what it is to be; the text says why, and what to do."""

    code = "service_role_refused"


_RIGHTS = sql.SQL("""
    SELECT rolsuper, rolname = current_user FROM pg_roles WHERE rolname = {}
""")
# What is made later is granted by the migration that makes it, which ends with all of this.
_GRANTED = (
    "REVOKE ALL ON ALL TABLES IN SCHEMA public FROM {role}",
    "GRANT CONNECT, TEMPORARY ON DATABASE {database} TO {role}",
    "GRANT USAGE ON SCHEMA public TO {role}",
    "GRANT SELECT, INSERT, UPDATE, DELETE ON ALL TABLES IN SCHEMA public TO {role}",
    "REVOKE INSERT, UPDATE, DELETE ON {migrations} FROM {role}",
    "GRANT SELECT, USAGE, UPDATE ON ALL SEQUENCES IN SCHEMA public TO {role}",
    # Whoever folds ratings anew has them counted (ANALYZE).
    "GRANT MAINTAIN ON {entries} TO {role}",
)


def grant_service_role(name: str, password: str = "") -> None:
    """Let the role do what the service does; make it first where there is none. As the owner of the tables.

    password: what it has from now on; "" leaves it as it is. Raises ServiceRoleRefused.
    """
    role = sql.Identifier(name)
    try:
        with transaction.atomic(), connection.cursor() as cursor:
            cursor.execute(_RIGHTS.format(sql.Literal(name)))
            found = cursor.fetchone()
            if found is not None and any(found):
                what = "is a superuser" if found[0] else "owns the tables"
                raise ServiceRoleRefused(
                    f"DATABASE_SERVICE_ROLE is {name}, which {what}: name another role, of the "
                    "service alone; one that does not exist is made."
                )
            if found is None:
                cursor.execute(sql.SQL("CREATE ROLE {} LOGIN").format(role))
            if password:
                # As PostgreSQL keeps it: statements may be logged.
                server: psycopg.Connection = connection.connection
                kept = server.pgconn.encrypt_password(password.encode(), name.encode()).decode()
                cursor.execute(sql.SQL("ALTER ROLE {} PASSWORD {}").format(role, sql.Literal(kept)))
            names = {
                "role": role,
                "database": sql.Identifier(connection.settings_dict["NAME"]),
                "migrations": sql.Identifier(MigrationRecorder.Migration._meta.db_table),
                "entries": sql.Identifier(RatingEntry._meta.db_table),
            }
            for statement in _GRANTED:
                cursor.execute(sql.SQL(statement).format(**names))
    except ProgrammingError as error:
        said = str(error).strip()
        raise ServiceRoleRefused(
            f"DATABASE_SERVICE_ROLE is {name}, and PostgreSQL refuses: {said}. Let the owner of the tables "
            f"migrate; who may not make roles has it made: CREATE ROLE {name} LOGIN PASSWORD '...';"
        ) from error
