-- Keeps submission_counts in step with submissions. Rows are added and none is locked, so that reviewers never wait for each other.
CREATE FUNCTION keep_submission_counts() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'UPDATE' THEN
    -- Most updates change nothing that is counted.
    INSERT INTO submission_counts (shop, day, status, is_held, is_loyalty, entries)
    SELECT shop, (created_at AT TIME ZONE 'UTC')::date, status, hold_reason_id IS NOT NULL, is_loyalty, sum(change) FROM (
      SELECT shop, created_at, status, hold_reason_id, is_loyalty, 1 AS change FROM new_rows
      UNION ALL
      SELECT shop, created_at, status, hold_reason_id, is_loyalty, -1 FROM old_rows
    ) AS moves
    GROUP BY 1, 2, 3, 4, 5 HAVING sum(change) <> 0;
  ELSIF TG_OP = 'INSERT' THEN
    INSERT INTO submission_counts (shop, day, status, is_held, is_loyalty, entries)
    SELECT shop, (created_at AT TIME ZONE 'UTC')::date, status, hold_reason_id IS NOT NULL, is_loyalty, count(*)
      FROM new_rows GROUP BY 1, 2, 3, 4, 5;
  ELSE
    INSERT INTO submission_counts (shop, day, status, is_held, is_loyalty, entries)
    SELECT shop, (created_at AT TIME ZONE 'UTC')::date, status, hold_reason_id IS NOT NULL, is_loyalty, -count(*)
      FROM old_rows GROUP BY 1, 2, 3, 4, 5;
  END IF;
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER submission_counts_after_insert AFTER INSERT ON submissions
  REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION keep_submission_counts();
--> statement-breakpoint
CREATE TRIGGER submission_counts_after_update AFTER UPDATE ON submissions
  REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION keep_submission_counts();
--> statement-breakpoint
CREATE TRIGGER submission_counts_after_delete AFTER DELETE ON submissions
  REFERENCING OLD TABLE AS old_rows FOR EACH STATEMENT EXECUTE FUNCTION keep_submission_counts();
