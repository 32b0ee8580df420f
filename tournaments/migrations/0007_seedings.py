from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ('tournaments', '0006_formats'),
    ]

    operations = [
        migrations.AddField(
            model_name='draw',
            name='protected',
            field=models.PositiveSmallIntegerField(null=True),
        ),
        migrations.AddField(
            model_name='draw',
            name='ranks',
            field=models.JSONField(default=dict),
        ),
        migrations.AddField(
            model_name='draw',
            name='seeded',
            field=models.JSONField(default=list),
        ),
        migrations.AddField(
            model_name='draw',
            name='separated',
            field=models.BooleanField(default=False),
        ),
        migrations.AlterField(
            model_name='draw',
            name='seeding',
            field=models.CharField(choices=[('rating', 'rating'), ('ranking', 'ranking'), ('manual', 'manual'), ('random', 'random')], max_length=16),
        ),
    ]
