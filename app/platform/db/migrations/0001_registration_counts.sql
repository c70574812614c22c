-- Keeps registration_counts true, whoever writes to customers: once per statement, so a bulk load costs one update.
-- The rows are locked in a fixed order, so writers never wait for each other in a circle.
CREATE FUNCTION keep_registration_counts() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'INSERT' THEN
    INSERT INTO registration_counts AS kept (shop, registration, status, count)
    SELECT shop, 'student', student_status, count(*) FROM new_rows WHERE student_status IS NOT NULL
    GROUP BY 1, 3 ORDER BY 1, 2, 3
    ON CONFLICT (shop, registration, status) DO UPDATE SET count = kept.count + excluded.count;
  ELSIF TG_OP = 'DELETE' THEN
    INSERT INTO registration_counts AS kept (shop, registration, status, count)
    SELECT shop, 'student', student_status, -count(*) FROM old_rows WHERE student_status IS NOT NULL
    GROUP BY 1, 3 ORDER BY 1, 2, 3
    ON CONFLICT (shop, registration, status) DO UPDATE SET count = kept.count + excluded.count;
  ELSE
    INSERT INTO registration_counts AS kept (shop, registration, status, count)
    SELECT shop, 'student', status, sum(change) FROM (
      SELECT shop, student_status AS status, 1 AS change FROM new_rows WHERE student_status IS NOT NULL
      UNION ALL
      SELECT shop, student_status, -1 FROM old_rows WHERE student_status IS NOT NULL
    ) AS moves
    GROUP BY 1, 3 HAVING sum(change) <> 0 ORDER BY 1, 2, 3
    ON CONFLICT (shop, registration, status) DO UPDATE SET count = kept.count + excluded.count;
  END IF;
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER registration_counts_after_insert AFTER INSERT ON customers
  REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION keep_registration_counts();
--> statement-breakpoint
CREATE TRIGGER registration_counts_after_update AFTER UPDATE ON customers
  REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION keep_registration_counts();
--> statement-breakpoint
CREATE TRIGGER registration_counts_after_delete AFTER DELETE ON customers
  REFERENCING OLD TABLE AS old_rows FOR EACH STATEMENT EXECUTE FUNCTION keep_registration_counts();
