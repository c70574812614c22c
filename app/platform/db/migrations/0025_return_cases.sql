CREATE TABLE "return_cases" (
	"shop" text NOT NULL,
	"id" uuid NOT NULL,
	"request_hash" text NOT NULL,
	"order_id" text NOT NULL,
	"order_name" text NOT NULL,
	"customer_id" bigint,
	"lines" jsonb NOT NULL,
	"sender" jsonb,
	"is_edited" boolean NOT NULL,
	"weight" integer NOT NULL,
	"made_by_id" text NOT NULL,
	"made_by_name" text NOT NULL,
	"state" text NOT NULL,
	"attempt" integer NOT NULL,
	"started_at" timestamp with time zone NOT NULL,
	"lease_until" timestamp with time zone NOT NULL,
	"finished_at" timestamp with time zone,
	"shipment_id" text,
	"tracking_number" text,
	"label_voided_at" timestamp with time zone,
	"label_id" uuid,
	"return_gid" text,
	"return_canceled_at" timestamp with time zone,
	"failure" text,
	"failure_reason" text,
	"recheck_at" timestamp with time zone,
	CONSTRAINT "return_cases_shop_id_pk" PRIMARY KEY("shop","id")
);
--> statement-breakpoint
CREATE UNIQUE INDEX "return_cases_open" ON "return_cases" USING btree ("shop","order_id") WHERE state = 'started';--> statement-breakpoint
CREATE INDEX "return_cases_of_an_order" ON "return_cases" USING btree ("shop","order_id");--> statement-breakpoint
CREATE INDEX "return_cases_leases" ON "return_cases" USING btree ("shop","started_at") WHERE state = 'started';--> statement-breakpoint
CREATE INDEX "return_cases_of_a_customer" ON "return_cases" USING btree ("shop","customer_id") WHERE customer_id IS NOT NULL;--> statement-breakpoint
CREATE INDEX "return_cases_to_recheck" ON "return_cases" USING btree ("shop","recheck_at") WHERE recheck_at IS NOT NULL;