-- Keeps registration_counts in step with customers: once per statement, so that a bulk load costs one update.
-- One transaction at a time writes a shop's counts. An upsert fires the triggers of INSERT and of UPDATE one after the other:
-- row locks alone would be ordered within each trigger, but not across both, and two writers could deadlock.
CREATE FUNCTION keep_registration_counts() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'INSERT' THEN
    PERFORM pg_advisory_xact_lock(hashtext('registration_counts'), hashtext(shop))
       FROM (SELECT DISTINCT shop FROM new_rows
              WHERE coalesce(student_status, staff_status, national_partner) IS NOT NULL ORDER BY shop) AS counted;
    INSERT INTO registration_counts AS kept (shop, registration, status, count)
    SELECT shop, kind, status, count(*)
      FROM new_rows CROSS JOIN LATERAL (VALUES ('student', student_status), ('staff', staff_status), ('national', national_partner)) AS r (kind, status)
     WHERE status IS NOT NULL GROUP BY 1, 2, 3 ORDER BY 1, 2, 3
    ON CONFLICT (shop, registration, status) DO UPDATE SET count = kept.count + excluded.count;
  ELSIF TG_OP = 'DELETE' THEN
    PERFORM pg_advisory_xact_lock(hashtext('registration_counts'), hashtext(shop))
       FROM (SELECT DISTINCT shop FROM old_rows
              WHERE coalesce(student_status, staff_status, national_partner) IS NOT NULL ORDER BY shop) AS counted;
    INSERT INTO registration_counts AS kept (shop, registration, status, count)
    SELECT shop, kind, status, -count(*)
      FROM old_rows CROSS JOIN LATERAL (VALUES ('student', student_status), ('staff', staff_status), ('national', national_partner)) AS r (kind, status)
     WHERE status IS NOT NULL GROUP BY 1, 2, 3 ORDER BY 1, 2, 3
    ON CONFLICT (shop, registration, status) DO UPDATE SET count = kept.count + excluded.count;
  ELSE
    -- Most updates change no status and take no lock.
    PERFORM pg_advisory_xact_lock(hashtext('registration_counts'), hashtext(shop))
       FROM (SELECT DISTINCT was.shop FROM old_rows AS was JOIN new_rows AS now USING (shop, id)
              WHERE (was.student_status, was.staff_status, was.national_partner)
                    IS DISTINCT FROM (now.student_status, now.staff_status, now.national_partner)
              ORDER BY was.shop) AS moved;
    INSERT INTO registration_counts AS kept (shop, registration, status, count)
    SELECT shop, kind, status, sum(change) FROM (
      SELECT shop, kind, status, 1 AS change
        FROM new_rows CROSS JOIN LATERAL (VALUES ('student', student_status), ('staff', staff_status), ('national', national_partner)) AS r (kind, status)
      UNION ALL
      SELECT shop, kind, status, -1
        FROM old_rows CROSS JOIN LATERAL (VALUES ('student', student_status), ('staff', staff_status), ('national', national_partner)) AS r (kind, status)
    ) AS moves
    WHERE status IS NOT NULL GROUP BY 1, 2, 3 HAVING sum(change) <> 0 ORDER BY 1, 2, 3
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
