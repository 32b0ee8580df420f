"""Names as people search for them: folded keys, and an index of what is in them."""

import django.contrib.postgres.indexes
import django.db.models.deletion
from django.db import migrations, models

import matches.search.models
from matches.search.rules.folding import search_key

SEARCH_WORDS = """
CREATE FUNCTION search_words(key text) RETURNS text[]
LANGUAGE plpgsql IMMUTABLE STRICT PARALLEL RESTRICTED COST 1000 AS $$
DECLARE
    part text;
    word text;
    words text[];
    found text[] := '{}';
BEGIN
    FOREACH part IN ARRAY string_to_array(key, '|') LOOP
        words := array_remove(string_to_array(ltrim(part, '+-'), ' '), '');
        FOREACH word IN ARRAY words LOOP
            FOR size IN 1 .. least(4, length(word)) LOOP
                found := found || (' ' || left(word, size));
            END LOOP;
            IF starts_with(part, ' ') THEN
                found := found || word;
                IF length(word) >= 4 AND word ~ '^[a-z]+$' THEN
                    FOR at IN 1 .. length(word) LOOP
                        found := found || (left(word, at - 1) || substr(word, at + 1));
                    END LOOP;
                END IF;
            END IF;
        END LOOP;
        IF starts_with(part, ' ') THEN
            found := found || ('|' || array_to_string(words, ''));
        END IF;
    END LOOP;
    RETURN found;
END $$
"""

BATCH = 500


def fill_keys(apps, schema_editor):
    for name in ("Player", "Alias"):
        model, filled = apps.get_model("matches", name), []
        for row in model.objects.order_by("pk").only("pk", "name").iterator(chunk_size=BATCH):
            row.search_key = search_key(row.name)
            filled.append(row)
            if len(filled) == BATCH:
                model.objects.bulk_update(filled, ["search_key"])
                filled = []
        model.objects.bulk_update(filled, ["search_key"])
    renames = apps.get_model("matches", "Rename").objects.filter(player__anonymised=False)
    apps.get_model("matches", "FormerName").objects.bulk_create(
        apps.get_model("matches", "FormerName")(
            rename_id=number, name=former, search_key=search_key(former)
        )
        for number, former in renames.values_list("pk", "former")
    )


class Migration(migrations.Migration):
    dependencies = [("matches", "0005_time_zone")]

    operations = [
        migrations.RunSQL(SEARCH_WORDS, "DROP FUNCTION search_words(text)"),
        migrations.CreateModel(
            name="FormerName",
            fields=[
                ("search_key", matches.search.models.SearchKeyField(default="", editable=False)),
                (
                    "rename",
                    models.OneToOneField(
                        on_delete=django.db.models.deletion.CASCADE,
                        primary_key=True,
                        related_name="searched",
                        serialize=False,
                        to="matches.rename",
                    ),
                ),
                ("name", models.CharField(max_length=80)),
            ],
        ),
        migrations.AddField(
            model_name="alias",
            name="search_key",
            field=matches.search.models.SearchKeyField(default="", editable=False),
        ),
        migrations.AddField(
            model_name="player",
            name="reading",
            field=models.CharField(blank=True, max_length=80),
        ),
        migrations.AddField(
            model_name="player",
            name="search_key",
            field=matches.search.models.SearchKeyField(default="", editable=False),
        ),
        migrations.RunPython(fill_keys, migrations.RunPython.noop),
        migrations.AddIndex(
            model_name="alias",
            index=django.contrib.postgres.indexes.GinIndex(
                matches.search.models.SearchWords("search_key"), fastupdate=False, name="alias_search"
            ),
        ),
        migrations.AddIndex(
            model_name="player",
            index=django.contrib.postgres.indexes.GinIndex(
                matches.search.models.SearchWords("search_key"), fastupdate=False, name="player_search"
            ),
        ),
        migrations.AddIndex(
            model_name="formername",
            index=django.contrib.postgres.indexes.GinIndex(
                matches.search.models.SearchWords("search_key"), fastupdate=False, name="former_name_search"
            ),
        ),
        migrations.AddIndex(
            model_name="ratingstanding",
            index=models.Index(fields=["rating_pool", "-matches", "player"], name="rating_busiest"),
        ),
    ]
