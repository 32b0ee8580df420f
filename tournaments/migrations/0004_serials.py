"""Facts of before in the order in which they were recorded, across all their tables.

Of facts of the same moment the cause comes before its effect; where a clock went wrong, no fact comes before
one that it rests on.
"""

from django.db import migrations

TABLES = {
    "tournaments_entry": "NULL",
    "tournaments_draw": "NULL",
    "tournaments_withdrawal": "SELECT recorded_at FROM tournaments_entry WHERE id = fact.entry_id",
    "matches_report": "NULL",
    "matches_verdict": "SELECT recorded_at FROM matches_report WHERE id = fact.report_id",
    "matches_ruling": "NULL",
    "matches_result": """
        SELECT greatest(report.recorded_at, verdict.recorded_at)
        FROM matches_report AS report LEFT JOIN matches_verdict AS verdict ON verdict.report_id = report.id
        WHERE report.id = fact.report_id""",
}
"""The tables of facts, and when what a fact rests on was recorded. A ruling carried over is as old as its result."""

TOLD = "\nUNION ALL ".join(
    f"SELECT '{table}' AS kept_in, {rank} AS rank, id, greatest(recorded_at, ({cause})) AS recorded_at "
    f"FROM {table} AS fact"
    for rank, (table, cause) in enumerate(TABLES.items())
)
# No new serial is one that is in use.
NUMBER = f"""
CREATE TEMPORARY TABLE numbered ON COMMIT DROP AS
SELECT kept_in, id,
    (SELECT last_value FROM fact_serial) + row_number() OVER (ORDER BY recorded_at, rank, id) AS serial
FROM ({TOLD}) AS told;
SELECT setval('fact_serial', max(serial)) FROM numbered HAVING max(serial) IS NOT NULL;
"""
RENUMBER = """
ALTER TABLE {table} DISABLE TRIGGER USER;
UPDATE {table} AS fact SET serial = numbered.serial
FROM numbered WHERE numbered.kept_in = '{table}' AND numbered.id = fact.id;
ALTER TABLE {table} ENABLE TRIGGER USER;
"""
# Matches of these are played by the rules they began under: silence settled nothing then.
KEEP_RULES = """UPDATE tournaments_tournament SET regulations = '{"silence": null}'"""


class Migration(migrations.Migration):
    dependencies = [
        ("tournaments", "0003_course"),
        ("matches", "0005_carry_over"),
    ]

    operations = [
        migrations.RunSQL(
            NUMBER + "".join(RENUMBER.format(table=table) for table in TABLES), migrations.RunSQL.noop
        ),
        migrations.RunSQL(KEEP_RULES, migrations.RunSQL.noop),
    ]
