
from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ('tournaments', '0009_sheet_parts'),
    ]

    operations = [
        migrations.AddField(
            model_name='posting',
            name='left',
            field=models.JSONField(default=list),
        ),
    ]
