
from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ('tournaments', '0011_entrants_and_line_ups'),
    ]

    operations = [
        migrations.AddField(
            model_name='poollist',
            name='reason',
            field=models.CharField(blank=True, max_length=200),
        ),
    ]
