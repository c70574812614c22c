CREATE TABLE "receipt_checks" (
	"shop" text NOT NULL,
	"submission_id" bigint NOT NULL,
	"state" text NOT NULL,
	"problem" text,
	CONSTRAINT "receipt_checks_shop_submission_id_pk" PRIMARY KEY("shop","submission_id")
);
--> statement-breakpoint
ALTER TABLE "attachments" ADD COLUMN "page_count" integer;--> statement-breakpoint
ALTER TABLE "attachments" ADD COLUMN "state" text DEFAULT 'ready' NOT NULL;--> statement-breakpoint
ALTER TABLE "attachments" ADD COLUMN "problem" text;--> statement-breakpoint
ALTER TABLE "attachments" ADD COLUMN "sender" text;--> statement-breakpoint
ALTER TABLE "attachments" ADD COLUMN "task" text;--> statement-breakpoint
ALTER TABLE "attachments" ADD COLUMN "decode_attempts" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "attachments" ADD COLUMN "decode_ms" integer;--> statement-breakpoint
CREATE INDEX "receipt_checks_waiting" ON "receipt_checks" USING btree ("shop","submission_id") WHERE state = 'waiting';--> statement-breakpoint
CREATE INDEX "attachments_waiting" ON "attachments" USING btree ("shop","created_at") WHERE state = 'waiting';--> statement-breakpoint
CREATE INDEX "attachments_of_a_sender" ON "attachments" USING btree ("shop","sender","created_at") WHERE sender IS NOT NULL;