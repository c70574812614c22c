-- Counts by week instead of by day: a page adds up a seventh of the rows.
ALTER TABLE "submission_counts" RENAME COLUMN "day" TO "week";--> statement-breakpoint
ALTER TABLE "submission_counts" RENAME CONSTRAINT "submission_counts_shop_day_id_pk" TO "submission_counts_shop_week_id_pk";--> statement-breakpoint
CREATE OR REPLACE FUNCTION keep_submission_counts() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'UPDATE' THEN
    -- Most updates change nothing that is counted.
    INSERT INTO submission_counts (shop, week, status, is_held, is_loyalty, entries)
    SELECT shop, date_trunc('week', created_at AT TIME ZONE 'UTC')::date, status, hold_reason_id IS NOT NULL, is_loyalty, sum(change) FROM (
      SELECT shop, created_at, status, hold_reason_id, is_loyalty, 1 AS change FROM new_rows
      UNION ALL
      SELECT shop, created_at, status, hold_reason_id, is_loyalty, -1 FROM old_rows
    ) AS moves
    GROUP BY 1, 2, 3, 4, 5 HAVING sum(change) <> 0;
  ELSIF TG_OP = 'INSERT' THEN
    INSERT INTO submission_counts (shop, week, status, is_held, is_loyalty, entries)
    SELECT shop, date_trunc('week', created_at AT TIME ZONE 'UTC')::date, status, hold_reason_id IS NOT NULL, is_loyalty, count(*)
      FROM new_rows GROUP BY 1, 2, 3, 4, 5;
  ELSE
    INSERT INTO submission_counts (shop, week, status, is_held, is_loyalty, entries)
    SELECT shop, date_trunc('week', created_at AT TIME ZONE 'UTC')::date, status, hold_reason_id IS NOT NULL, is_loyalty, -count(*)
      FROM old_rows GROUP BY 1, 2, 3, 4, 5;
  END IF;
  RETURN NULL;
END $$;--> statement-breakpoint
WITH days AS (DELETE FROM submission_counts RETURNING shop, week AS day, status, is_held, is_loyalty, entries)
INSERT INTO submission_counts (shop, week, status, is_held, is_loyalty, entries)
SELECT shop, date_trunc('week', day)::date, status, is_held, is_loyalty, sum(entries)
  FROM days GROUP BY 1, 2, 3, 4, 5 HAVING sum(entries) <> 0;
