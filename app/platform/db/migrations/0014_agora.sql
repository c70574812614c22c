CREATE TABLE "sync_attempts" (
	"shop" text NOT NULL,
	"id" uuid NOT NULL,
	"customer_id" bigint NOT NULL,
	"state" text NOT NULL,
	"version" integer,
	"digest" text,
	"message" text,
	"agora_id" text,
	"requested_by_id" text NOT NULL,
	"requested_by_name" text NOT NULL,
	"requested_at" timestamp with time zone NOT NULL,
	"finished_at" timestamp with time zone,
	"job_id" uuid,
	CONSTRAINT "sync_attempts_shop_id_pk" PRIMARY KEY("shop","id")
);
--> statement-breakpoint
CREATE UNIQUE INDEX "one_waiting_sync_per_customer" ON "sync_attempts" USING btree ("shop","customer_id") WHERE state = 'waiting';--> statement-breakpoint
CREATE INDEX "syncs_of_a_customer" ON "sync_attempts" USING btree ("shop","customer_id","requested_at" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "syncs_of_a_job" ON "sync_attempts" USING btree ("shop","job_id");