ALTER TABLE "audit_entries" ADD COLUMN "tabs" text[];--> statement-breakpoint
ALTER TABLE "mails" ADD COLUMN "tabs" text[];--> statement-breakpoint
CREATE OR REPLACE VIEW "public"."mails_of_shop" AS (select "shop", "id", "key", "text_id", "to_email", "to_name", "subject", "text_body", "html_body", "message_id", "state", "attempts", "last_error", "customer_id", "link_id", "file_id", "flag", "created_at", "queued_at", "is_bulk", "next_attempt_at", "ended_at", "tabs" from "mails" where "mails"."shop" = current_setting('app.shop'));--> statement-breakpoint
-- The digest of an entry without tabs stays as it was, so the seals of earlier entries still hold. These entries can't be changed: they
-- are hidden from administrators with a tab limit.
CREATE OR REPLACE FUNCTION audit_digest(entry audit_entries) RETURNS text LANGUAGE sql STABLE AS $$
  SELECT encode(sha256(convert_to((jsonb_build_array(entry.shop, entry.id, extract(epoch FROM entry.at), entry.actor_id, entry.actor_name,
    entry.action, entry.subject_type, entry.job_id, entry.flag, entry.content_digest)
    || CASE WHEN entry.tabs IS NULL THEN '[]'::jsonb ELSE jsonb_build_array(to_jsonb(entry.tabs)) END)::text, 'UTF8')), 'hex')
$$;
--> statement-breakpoint
UPDATE "mails" AS m SET "tabs" = CASE WHEN s."is_loyalty" THEN ARRAY['LoyaltyOrder', 'AllSubmissions']
  ELSE ARRAY['AssignmentQueue', 'CsrApprovals', 'AllSubmissions'] END
  FROM "submissions" AS s
 WHERE m."flag" = 'showPromotion' AND m."key" LIKE 'submission:%' AND s."shop" = m."shop" AND s."id"::text = split_part(m."key", ':', 2);
--> statement-breakpoint
UPDATE "mails" SET "tabs" = CASE "flag" WHEN 'showPromotion' THEN ARRAY['AllSubmissions'] ELSE ARRAY['Customers'] END
 WHERE "flag" IN ('showPromotion', 'showDashboard') AND "key" LIKE 'export:%';
--> statement-breakpoint
UPDATE "attachments" AS a SET "permission" = CASE WHEN s."is_loyalty" THEN '{"flag":"showPromotion","tabs":["LoyaltyOrder","AllSubmissions"]}'
  ELSE '{"flag":"showPromotion","tabs":["AssignmentQueue","CsrApprovals","AllSubmissions"]}' END
  FROM "submissions" AS s WHERE s."shop" = a."shop" AND s."attachment_id" = a."id";
--> statement-breakpoint
-- The only jobs and files of these functions are exports and syncs.
UPDATE "jobs" SET "permission" = CASE "permission" WHEN '"showPromotion"' THEN '{"flag":"showPromotion","tabs":["AllSubmissions"]}'
  WHEN '"showDashboard"' THEN '{"flag":"showDashboard","tabs":["Customers"]}' ELSE '{"flag":"showProductMedia","tabs":["sync"]}' END
 WHERE "permission" IN ('"showPromotion"', '"showDashboard"', '"showProductMedia"');
--> statement-breakpoint
UPDATE "files" SET "permission" = CASE "permission" WHEN '"showPromotion"' THEN '{"flag":"showPromotion","tabs":["AllSubmissions"]}'
  WHEN '"showDashboard"' THEN '{"flag":"showDashboard","tabs":["Customers"]}' ELSE '{"flag":"showProductMedia","tabs":["sync"]}' END
 WHERE "permission" IN ('"showPromotion"', '"showDashboard"', '"showProductMedia"');
