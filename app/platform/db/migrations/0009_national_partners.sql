DROP VIEW "public"."customers_of_shop";--> statement-breakpoint
ALTER TABLE "customers" ADD COLUMN "national_partner" text;--> statement-breakpoint
CREATE INDEX "national_by_creation" ON "customers" USING btree ("shop","created_at" DESC NULLS FIRST,"id" DESC NULLS FIRST) WHERE national_partner IS NOT NULL;--> statement-breakpoint
CREATE INDEX "national_of_partner_by_creation" ON "customers" USING btree ("shop","national_partner","created_at" DESC NULLS FIRST,"id" DESC NULLS FIRST) WHERE national_partner IS NOT NULL;--> statement-breakpoint
CREATE INDEX "national_by_partner" ON "customers" USING btree ("shop",lower("national_partner"),"id") WHERE national_partner IS NOT NULL;--> statement-breakpoint
CREATE INDEX "national_by_name" ON "customers" USING btree ("shop",lower("display_name"),"id") WHERE national_partner IS NOT NULL;--> statement-breakpoint
CREATE INDEX "national_by_email" ON "customers" USING btree ("shop",lower(coalesce("email", '')),"id") WHERE national_partner IS NOT NULL;--> statement-breakpoint
CREATE VIEW "public"."customers_of_shop" AS (select "shop", "id", "display_name", "first_name", "last_name", "email", "phone", "tags", "created_at", "updated_at", "country_code", "amount_spent_cents", "email_marketing_state", "metafields", "student_status", "staff_status", "national_partner", "search_text", "mirrored_at" from "customers" where "customers"."shop" = current_setting('app.shop'));--> statement-breakpoint
-- The kept counts also tell how many customers each national partner has; see 0001_registration_counts.sql.
CREATE OR REPLACE FUNCTION keep_registration_counts() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'INSERT' THEN
    INSERT INTO registration_counts AS kept (shop, registration, status, count)
    SELECT shop, kind, status, count(*)
      FROM new_rows CROSS JOIN LATERAL (VALUES ('student', student_status), ('staff', staff_status), ('national', national_partner)) AS r (kind, status)
     WHERE status IS NOT NULL GROUP BY 1, 2, 3 ORDER BY 1, 2, 3
    ON CONFLICT (shop, registration, status) DO UPDATE SET count = kept.count + excluded.count;
  ELSIF TG_OP = 'DELETE' THEN
    INSERT INTO registration_counts AS kept (shop, registration, status, count)
    SELECT shop, kind, status, -count(*)
      FROM old_rows CROSS JOIN LATERAL (VALUES ('student', student_status), ('staff', staff_status), ('national', national_partner)) AS r (kind, status)
     WHERE status IS NOT NULL GROUP BY 1, 2, 3 ORDER BY 1, 2, 3
    ON CONFLICT (shop, registration, status) DO UPDATE SET count = kept.count + excluded.count;
  ELSE
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
-- National partners who are in the mirror already; the first such tag counts, as in `nationalPartnerOf`.
UPDATE customers SET national_partner = nullif(partner, '')
  FROM (SELECT c.shop AS of_shop, c.id AS of_id, np.partner
          FROM customers c CROSS JOIN LATERAL (
            SELECT trim(substr(tag, 4)) AS partner FROM unnest(c.tags) WITH ORDINALITY AS t (tag, place)
             WHERE lower(tag) LIKE 'np:%' ORDER BY place LIMIT 1) AS np) AS read
 WHERE shop = of_shop AND id = of_id;
