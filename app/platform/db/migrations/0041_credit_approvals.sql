CREATE TABLE "credit_approvals" (
	"shop" text NOT NULL,
	"id" uuid NOT NULL,
	"state" text DEFAULT 'waiting' NOT NULL,
	"type" text NOT NULL,
	"customer_ids" jsonb NOT NULL,
	"amount_cents" bigint NOT NULL,
	"reference" text NOT NULL,
	"expires_at" timestamp with time zone,
	"asked_by_id" text NOT NULL,
	"asked_by_name" text NOT NULL,
	"asked_by_email" text NOT NULL,
	"asked_at" timestamp with time zone NOT NULL,
	"decided_by_id" text,
	"decided_by_name" text,
	"decided_at" timestamp with time zone,
	"reason" text,
	CONSTRAINT "credit_approvals_shop_id_pk" PRIMARY KEY("shop","id")
);
--> statement-breakpoint
CREATE INDEX "approvals_waiting" ON "credit_approvals" USING btree ("shop","asked_at") WHERE state = 'waiting';--> statement-breakpoint
CREATE INDEX "approvals_newest" ON "credit_approvals" USING btree ("shop","asked_at" DESC NULLS FIRST);