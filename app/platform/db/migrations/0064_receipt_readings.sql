CREATE TABLE "receipt_content_keys" (
	"shop" text NOT NULL,
	"key" bigint NOT NULL,
	"submission_id" bigint NOT NULL,
	CONSTRAINT "receipt_content_keys_shop_key_submission_id_pk" PRIMARY KEY("shop","key","submission_id")
);
--> statement-breakpoint
CREATE TABLE "receipt_readings" (
	"shop" text NOT NULL,
	"submission_id" bigint NOT NULL,
	"attachment_id" uuid NOT NULL,
	"state" text NOT NULL,
	"attempts" integer DEFAULT 0 NOT NULL,
	"requested_at" timestamp with time zone DEFAULT now() NOT NULL,
	"source" text,
	"lines" jsonb,
	"read_ms" integer,
	CONSTRAINT "receipt_readings_shop_submission_id_pk" PRIMARY KEY("shop","submission_id")
);
--> statement-breakpoint
CREATE INDEX "content_keys_of_a_submission" ON "receipt_content_keys" USING btree ("shop","submission_id");--> statement-breakpoint
CREATE INDEX "receipt_readings_waiting" ON "receipt_readings" USING btree ("shop","requested_at") WHERE state = 'waiting';--> statement-breakpoint
CREATE INDEX "queue_by_risk" ON "submissions" USING btree ("shop","queue","risk_score","id") WHERE queue IS NOT NULL;--> statement-breakpoint
-- Receipts of open submissions that were decoded before receipts were read.
INSERT INTO "receipt_readings" ("shop", "submission_id", "attachment_id", "state")
SELECT s.shop, s.id, s.attachment_id, 'waiting'
  FROM submissions AS s JOIN attachments AS file ON file.shop = s.shop AND file.id = s.attachment_id AND file.state = 'ready'
 WHERE s.queue IS NOT NULL;
