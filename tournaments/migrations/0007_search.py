"""Clubs and events found by name: folded keys, and an index of what is in them."""

import django.contrib.postgres.indexes
from django.db import migrations

import matches.search.models
from matches.search.rules.folding import search_key

SEARCHED = {
    "club": ("name", "place"),
    "tournament": ("name", "place"),
    "ladder": ("name",),
    "league": ("name",),
    "pond": ("name",),
}
BATCH = 500


def fill_keys(apps, schema_editor):
    for name, columns in SEARCHED.items():
        rows = apps.get_model("tournaments", name).objects
        filled = []
        for row in rows.order_by("pk").only("pk", *columns).iterator(chunk_size=BATCH):
            row.search_key = search_key(*(getattr(row, column) for column in columns))
            filled.append(row)
            if len(filled) == BATCH:
                rows.bulk_update(filled, ["search_key"])
                filled = []
        rows.bulk_update(filled, ["search_key"])


class Migration(migrations.Migration):
    dependencies = [("tournaments", "0006_fees"), ("matches", "0006_search")]

    operations = [
        *(
            migrations.AddField(
                model_name=name,
                name="search_key",
                field=matches.search.models.SearchKeyField(default="", editable=False),
            )
            for name in SEARCHED
        ),
        migrations.RunPython(fill_keys, migrations.RunPython.noop),
        *(
            migrations.AddIndex(
                model_name=name,
                index=django.contrib.postgres.indexes.GinIndex(
                    matches.search.models.SearchWords("search_key"), fastupdate=False, name=f"{name}_search"
                ),
            )
            for name in SEARCHED
        ),
    ]
