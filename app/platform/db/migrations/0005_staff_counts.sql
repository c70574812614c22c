-- The kept counts for both kinds of registration; see 0001_registration_counts.sql.
CREATE OR REPLACE FUNCTION keep_registration_counts() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'INSERT' THEN
    INSERT INTO registration_counts AS kept (shop, registration, status, count)
    SELECT shop, kind, status, count(*)
      FROM new_rows CROSS JOIN LATERAL (VALUES ('student', student_status), ('staff', staff_status)) AS r (kind, status)
     WHERE status IS NOT NULL GROUP BY 1, 2, 3 ORDER BY 1, 2, 3
    ON CONFLICT (shop, registration, status) DO UPDATE SET count = kept.count + excluded.count;
  ELSIF TG_OP = 'DELETE' THEN
    INSERT INTO registration_counts AS kept (shop, registration, status, count)
    SELECT shop, kind, status, -count(*)
      FROM old_rows CROSS JOIN LATERAL (VALUES ('student', student_status), ('staff', staff_status)) AS r (kind, status)
     WHERE status IS NOT NULL GROUP BY 1, 2, 3 ORDER BY 1, 2, 3
    ON CONFLICT (shop, registration, status) DO UPDATE SET count = kept.count + excluded.count;
  ELSE
    INSERT INTO registration_counts AS kept (shop, registration, status, count)
    SELECT shop, kind, status, sum(change) FROM (
      SELECT shop, kind, status, 1 AS change
        FROM new_rows CROSS JOIN LATERAL (VALUES ('student', student_status), ('staff', staff_status)) AS r (kind, status)
      UNION ALL
      SELECT shop, kind, status, -1
        FROM old_rows CROSS JOIN LATERAL (VALUES ('student', student_status), ('staff', staff_status)) AS r (kind, status)
    ) AS moves
    WHERE status IS NOT NULL GROUP BY 1, 2, 3 HAVING sum(change) <> 0 ORDER BY 1, 2, 3
    ON CONFLICT (shop, registration, status) DO UPDATE SET count = kept.count + excluded.count;
  END IF;
  RETURN NULL;
END $$;
--> statement-breakpoint
-- Staff customers who are in the mirror already; the order of the cases is that of `registrationStatus`.
UPDATE customers SET staff_status = CASE
    WHEN lower_tags @> ARRAY['pending'] THEN 'pending'
    WHEN lower_tags @> ARRAY['disabled'] THEN 'disabled'
    ELSE 'approved' END
  FROM (SELECT shop AS of_shop, id AS of_id, lower(tags::text)::text[] AS lower_tags FROM customers) AS read
 WHERE shop = of_shop AND id = of_id AND lower_tags @> ARRAY['usertype:staff']
   AND lower_tags && ARRAY['pending', 'disabled', 'approved'];
