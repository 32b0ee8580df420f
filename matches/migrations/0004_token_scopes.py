"""Tokens that were given `direct` before entering had a scope of its own."""

from django.db import migrations


def enter_with_direct(apps, schema_editor):
    """What tokens did with `direct` and is now `enter`'s: entries, check-ins, matches set up.

    None is given `account`: no token had said that it would do as much.
    """
    for token in apps.get_model("matches", "Token").objects.all():
        if "direct" in token.scopes and "enter" not in token.scopes:
            token.scopes = sorted([*token.scopes, "enter"])
            token.save(update_fields=["scopes"])


class Migration(migrations.Migration):
    dependencies = [("matches", "0003_trust")]

    operations = [migrations.RunPython(enter_with_direct, migrations.RunPython.noop)]
