"""Whether a result moves the ratings stands in the result: the regulations it was settled under say so."""

from django.db import migrations, models

KINDS_RATED = """
ALTER TABLE matches_result DISABLE TRIGGER USER;
UPDATE matches_result SET rated = (kind = 'played');
SET CONSTRAINTS ALL IMMEDIATE;
ALTER TABLE matches_result ENABLE TRIGGER USER;
"""


class Migration(migrations.Migration):
    dependencies = [
        ("matches", "0005_carry_over"),
    ]

    operations = [
        migrations.AddField(
            model_name="result", name="rated", field=models.BooleanField(default=False), preserve_default=False
        ),
        migrations.RunSQL(KINDS_RATED, migrations.RunSQL.noop),
    ]
