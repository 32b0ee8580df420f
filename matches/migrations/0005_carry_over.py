"""What was recorded before rulings and answers were, in the words of today.

Matches keep the rules they were played by: silence settled nothing then. Three kinds of results rest on what
would not decide a match today, and get the ruling that does:

* walkovers, whose opponent had withdrawn;
* an official's report that ended a dispute;
* a player's transcript that overruled what the other side had reported before it.

Facts are not edited; this once the triggers are off, and every result says what it said.
"""

from django.db import migrations, models

CARRY_OVER = """
ALTER TABLE matches_result DISABLE TRIGGER USER;

UPDATE matches_match SET regulations = '{"silence": null}';
UPDATE matches_result SET settled_at = recorded_at;

CREATE TEMPORARY TABLE sound ON COMMIT DROP AS
SELECT report.*
FROM matches_report AS report JOIN matches_verdict AS verdict ON verdict.report_id = report.id
WHERE verdict.accepted;

UPDATE matches_match AS match SET state = 'reported'
WHERE state = 'open' AND EXISTS (SELECT FROM sound WHERE sound.match_id = match.id);

-- Of every result: how many sides had reported before the report that it rests on, and what the other side.
CREATE TEMPORARY TABLE ended ON COMMIT DROP AS
SELECT result.id AS result, report.side, match.length, before.sides, other.points_one, other.points_two
FROM matches_result AS result
JOIN matches_match AS match ON match.id = result.match_id
LEFT JOIN matches_report AS report ON report.id = result.report_id
LEFT JOIN LATERAL (
    SELECT count(DISTINCT sound.side) AS sides FROM sound
    WHERE sound.match_id = match.id
    AND (sound.recorded_at, sound.id) < (report.recorded_at, report.id)
) AS before ON true
LEFT JOIN LATERAL (
    SELECT sound.points_one, sound.points_two FROM sound
    WHERE sound.match_id = match.id AND sound.side = 1 - report.side
    AND (sound.recorded_at, sound.id) < (report.recorded_at, report.id)
    ORDER BY sound.recorded_at DESC, sound.id DESC LIMIT 1
) AS other ON true;

UPDATE matches_result AS result SET grounds = 'agreement'
FROM ended
WHERE ended.result = result.id AND result.grounds = 'transcript'
AND least(result.points_one, ended.length) = least(ended.points_one, ended.length)
AND least(result.points_two, ended.length) = least(ended.points_two, ended.length);

INSERT INTO matches_ruling
    (recorded_at, recorded_by_id, request_id, match_id, kind, winner, points_one, points_two, grounds, reason)
SELECT
    result.recorded_at,
    CASE WHEN ended.side IS NULL THEN coalesce(result.recorded_by_id, report.recorded_by_id) END,
    coalesce(report.request_id, result.request_id),
    result.match_id, result.kind, result.winner, result.points_one, result.points_two,
    CASE WHEN result.grounds = 'withdrawal' THEN 'withdrawal' ELSE 'director' END,
    CASE
        WHEN result.reason <> '' THEN result.reason
        WHEN result.grounds = 'withdrawal' THEN loser.name || ' has withdrawn.'
        WHEN ended.side IS NULL THEN 'The match was disputed; the director reported the result.'
        ELSE 'The referee verified the transcript, which then decided against the report of the other side.'
    END
FROM matches_result AS result
JOIN ended ON ended.result = result.id
JOIN matches_match AS match ON match.id = result.match_id
JOIN matches_player AS loser ON loser.id = CASE result.winner WHEN 0 THEN match.two_id ELSE match.one_id END
LEFT JOIN matches_report AS report ON report.id = result.report_id
WHERE result.grounds = 'withdrawal'
OR (result.grounds IN ('director', 'transcript') AND ended.side IS NULL AND ended.sides = 2)
OR (result.grounds = 'transcript' AND ended.points_one IS NOT NULL)
ORDER BY result.recorded_at, result.id;

UPDATE matches_result AS result SET grounds = 'ruling', report_id = NULL, ruling_id = ruling.id
FROM matches_ruling AS ruling WHERE ruling.match_id = result.match_id;

UPDATE matches_result SET grounds = 'official' WHERE grounds = 'director';

SET CONSTRAINTS ALL IMMEDIATE;
ALTER TABLE matches_result ENABLE TRIGGER USER;
"""


class Migration(migrations.Migration):
    dependencies = [
        ("matches", "0004_course"),
    ]

    operations = [
        migrations.RunSQL(CARRY_OVER, migrations.RunSQL.noop),
        migrations.RemoveField(model_name="result", name="reason"),
        migrations.AddConstraint(
            model_name="result",
            constraint=models.CheckConstraint(
                condition=models.Q(("report", None), ("ruling", None), _connector="XOR"),
                name="result_has_one_source",
            ),
        ),
    ]
