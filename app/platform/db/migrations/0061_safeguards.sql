CREATE TABLE "safeguard_changes" (
	"shop" text NOT NULL,
	"id" uuid NOT NULL,
	"safeguard" text NOT NULL,
	"subject_id" text DEFAULT '' NOT NULL,
	"flag" text NOT NULL,
	"title" text NOT NULL,
	"before_text" text NOT NULL,
	"after_text" text NOT NULL,
	"value" jsonb NOT NULL,
	"state" text DEFAULT 'waiting' NOT NULL,
	"requested_by_id" text NOT NULL,
	"requested_by_name" text NOT NULL,
	"requested_at" timestamp with time zone NOT NULL,
	"due_at" timestamp with time zone NOT NULL,
	"ended_at" timestamp with time zone,
	"ended_by_name" text,
	CONSTRAINT "safeguard_changes_shop_id_pk" PRIMARY KEY("shop","id")
);
--> statement-breakpoint
ALTER TABLE "approval_rules" ADD COLUMN "replayed_version" integer;--> statement-breakpoint
ALTER TABLE "approval_rules" ADD COLUMN "replayed_by_id" text;--> statement-breakpoint
CREATE UNIQUE INDEX "safeguard_changes_waiting" ON "safeguard_changes" USING btree ("shop","safeguard","subject_id") WHERE state = 'waiting';