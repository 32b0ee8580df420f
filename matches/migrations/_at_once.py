"""An operation for migrations with many new models."""

from collections.abc import Sequence

from django.db.backends.base.schema import BaseDatabaseSchemaEditor
from django.db.migrations.operations.base import Operation
from django.db.migrations.state import ProjectState


class AtOnce(Operation):
    """The tables of the models that are new by `operations`, made of their outcome.

    One after the other they take seconds: after each, Django builds the classes of all models around anew.
    Here it builds them once, and every table is created with all its columns, constraints, indexes and
    triggers. `operations` are those of `makemigrations`, which touch these models only.
    """

    reversible = False

    def __init__(self, operations: Sequence[Operation]) -> None:
        self.operations = operations

    def state_forwards(self, app_label: str, state: ProjectState) -> None:
        state.clear_delayed_apps_cache()
        state.__dict__.pop("apps", None)
        for operation in self.operations:
            operation.state_forwards(app_label, state)

    def database_forwards(
        self,
        app_label: str,
        schema_editor: BaseDatabaseSchemaEditor,
        from_state: ProjectState,
        to_state: ProjectState,
    ) -> None:
        alias = schema_editor.connection.alias
        wanted = [
            model
            for model in to_state.apps.get_app_config(app_label).get_models()
            if (app_label, model._meta.model_name) not in from_state.models
            and self.allow_migrate_model(alias, model)
        ]
        # Foreign keys and indexes wait for the end of the migration: tables may name each other.
        for model in wanted:
            schema_editor.create_model(model)
        for model in wanted:
            options = to_state.models[app_label, str(model._meta.model_name)].options
            for trigger in options.get("triggers", []):
                schema_editor.execute(trigger.install_sql, params=None)

    def describe(self) -> str:
        return "Create every new table at once"
