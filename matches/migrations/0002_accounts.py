"""Logins compared as people see them, since when an address is confirmed, codes for forgotten passwords."""

import django.db.models.deletion
import django.utils.timezone
from django.conf import settings
from django.db import migrations, models

import matches.accounts.models
from matches.accounts.rules.usernames import username_skeleton


def fill_skeletons(apps, schema_editor):
    """Of names alike, the one that was there first has the skeleton; the others keep their names beside it."""
    user_model = apps.get_model("matches", "User")
    given = set()
    for user in user_model.objects.order_by("pk").iterator():
        skeleton = username_skeleton(user.username)
        if skeleton in given:
            skeleton = f"{skeleton} {user.pk}"
        given.add(skeleton)
        user_model.objects.filter(pk=user.pk).update(username_skeleton=skeleton)


class Migration(migrations.Migration):
    dependencies = [("matches", "0001_initial")]

    operations = [
        migrations.AddField(
            "user",
            "username_skeleton",
            matches.accounts.models.SkeletonField(default="", editable=False, max_length=600),
        ),
        migrations.AddField(
            "user", "email_confirmed_at", models.DateTimeField(blank=True, editable=False, null=True)
        ),
        migrations.RunPython(fill_skeletons, migrations.RunPython.noop),
        migrations.AddConstraint(
            "user", models.UniqueConstraint(fields=["username_skeleton"], name="user_name_not_alike")
        ),
        migrations.CreateModel(
            "ResetCode",
            [
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("digest", models.CharField(max_length=64)),
                ("issued_at", models.DateTimeField(default=django.utils.timezone.now)),
                ("expires_at", models.DateTimeField()),
                (
                    "issued_by",
                    models.ForeignKey(
                        null=True,
                        on_delete=django.db.models.deletion.SET_NULL,
                        related_name="+",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
                (
                    "user",
                    models.OneToOneField(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="reset_code",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
            ],
        ),
    ]
