CREATE TABLE "return_refunds" (
	"shop" text NOT NULL,
	"id" uuid NOT NULL,
	"request_hash" text NOT NULL,
	"return_gid" text NOT NULL,
	"return_name" text NOT NULL,
	"order_id" text NOT NULL,
	"order_name" text NOT NULL,
	"customer_id" bigint,
	"lines" jsonb NOT NULL,
	"refund_to" text NOT NULL,
	"amount_cents" bigint NOT NULL,
	"made_by_id" text NOT NULL,
	"made_by_name" text NOT NULL,
	"made_by_email" text NOT NULL,
	"state" text NOT NULL,
	"attempt" integer NOT NULL,
	"started_at" timestamp with time zone NOT NULL,
	"lease_until" timestamp with time zone NOT NULL,
	"finished_at" timestamp with time zone,
	"processed_at" timestamp with time zone,
	"posting_id" uuid,
	"approval_id" uuid,
	"problem" text,
	CONSTRAINT "return_refunds_shop_id_pk" PRIMARY KEY("shop","id")
);
--> statement-breakpoint
ALTER TABLE "return_cases" ADD COLUMN "restocking_fee" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "return_cases" ADD COLUMN "shipping_fee_cents" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
CREATE UNIQUE INDEX "return_refunds_once" ON "return_refunds" USING btree ("shop","return_gid") WHERE state <> 'failed';--> statement-breakpoint
CREATE INDEX "return_refunds_of_an_order" ON "return_refunds" USING btree ("shop","order_id");--> statement-breakpoint
CREATE INDEX "return_refunds_leases" ON "return_refunds" USING btree ("shop","started_at") WHERE state = 'started';--> statement-breakpoint
CREATE INDEX "return_refunds_of_a_customer" ON "return_refunds" USING btree ("shop","customer_id") WHERE customer_id IS NOT NULL;