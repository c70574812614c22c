CREATE TABLE "deny_reasons" (
	"shop" text NOT NULL,
	"id" bigserial NOT NULL,
	"reason" text NOT NULL,
	"order_in_list" integer,
	"is_loyalty" boolean DEFAULT false NOT NULL,
	"is_deleted" boolean DEFAULT false NOT NULL,
	CONSTRAINT "deny_reasons_shop_id_pk" PRIMARY KEY("shop","id")
);
--> statement-breakpoint
CREATE TABLE "hold_reasons" (
	"shop" text NOT NULL,
	"id" bigserial NOT NULL,
	"reason" text NOT NULL,
	"order_in_list" integer,
	"is_deleted" boolean DEFAULT false NOT NULL,
	CONSTRAINT "hold_reasons_shop_id_pk" PRIMARY KEY("shop","id")
);
--> statement-breakpoint
CREATE TABLE "order_attempts" (
	"shop" text NOT NULL,
	"id" uuid NOT NULL,
	"submission_id" bigint NOT NULL,
	"approver_id" text NOT NULL,
	"approver_name" text NOT NULL,
	"state" text NOT NULL,
	"attempt" integer NOT NULL,
	"started_at" timestamp with time zone NOT NULL,
	"lease_until" timestamp with time zone NOT NULL,
	"sent_at" timestamp with time zone,
	"finished_at" timestamp with time zone,
	"order_id" bigint,
	"message" text,
	CONSTRAINT "order_attempts_shop_id_pk" PRIMARY KEY("shop","id")
);
--> statement-breakpoint
CREATE TABLE "promotions" (
	"shop" text NOT NULL,
	"id" integer NOT NULL,
	"name" text NOT NULL,
	"description" text,
	"start_day" date,
	"end_day" date,
	"choices" jsonb NOT NULL,
	"reward_variant_id" bigint NOT NULL,
	"reward_title" text NOT NULL,
	"submission_limit" text NOT NULL,
	"is_loyalty" boolean DEFAULT false NOT NULL,
	"key" text NOT NULL,
	"is_deleted" boolean DEFAULT false NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"created_by_id" text NOT NULL,
	"created_by_name" text NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"operation_id" uuid NOT NULL,
	CONSTRAINT "promotions_shop_id_pk" PRIMARY KEY("shop","id")
);
--> statement-breakpoint
CREATE TABLE "receipt_fingerprints" (
	"shop" text NOT NULL,
	"submission_id" bigint NOT NULL,
	"hash" bigint NOT NULL,
	"part0" integer NOT NULL,
	"part1" integer NOT NULL,
	"part2" integer NOT NULL,
	"part3" integer NOT NULL,
	CONSTRAINT "receipt_fingerprints_shop_submission_id_pk" PRIMARY KEY("shop","submission_id")
);
--> statement-breakpoint
CREATE TABLE "submission_counts" (
	"shop" text NOT NULL,
	"day" date NOT NULL,
	"id" bigserial NOT NULL,
	"status" text NOT NULL,
	"is_held" boolean NOT NULL,
	"is_loyalty" boolean NOT NULL,
	"entries" integer NOT NULL,
	CONSTRAINT "submission_counts_shop_day_id_pk" PRIMARY KEY("shop","day","id")
);
--> statement-breakpoint
CREATE TABLE "submissions" (
	"shop" text NOT NULL,
	"id" bigserial NOT NULL,
	"promotion_id" integer NOT NULL,
	"is_loyalty" boolean NOT NULL,
	"operation_id" uuid NOT NULL,
	"link_id" uuid NOT NULL,
	"status" text DEFAULT 'Unassigned' NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"first_name" text NOT NULL,
	"last_name" text NOT NULL,
	"email" text,
	"gender" text,
	"age_range" text,
	"purchasing_method" text NOT NULL,
	"purchase_day" date NOT NULL,
	"receipt_id" text NOT NULL,
	"receipt_key" text NOT NULL,
	"amount_cents" bigint,
	"model_number" text NOT NULL,
	"retailer" text NOT NULL,
	"purchase_city" text,
	"purchase_state" text NOT NULL,
	"shipping_first_name" text NOT NULL,
	"shipping_last_name" text NOT NULL,
	"shipping_address1" text NOT NULL,
	"shipping_address2" text,
	"shipping_city" text NOT NULL,
	"shipping_state" text NOT NULL,
	"shipping_postal_code" text NOT NULL,
	"shipping_country" text NOT NULL,
	"shipping_phone" text,
	"address_key" text,
	"is_address_used" boolean DEFAULT false NOT NULL,
	"is_receipt_id_used" boolean DEFAULT false NOT NULL,
	"attachment_id" uuid,
	"risk_score" integer DEFAULT 0 NOT NULL,
	"signals" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"reviewer_id" text,
	"reviewer_email" text,
	"first_assigned_at" timestamp with time zone,
	"assigned_at" timestamp with time zone,
	"hold_reason_id" bigint,
	"held_at" timestamp with time zone,
	"deny_reason_id" bigint,
	"denier_id" text,
	"denier_email" text,
	"denied_at" timestamp with time zone,
	"approver_id" text,
	"approver_email" text,
	"approved_at" timestamp with time zone,
	"decided_at" timestamp with time zone,
	"second_look" text,
	"second_look_by_id" text,
	"locked_by_id" text,
	"locked_until" timestamp with time zone,
	"problem" text,
	"order_id" bigint,
	"order_name" text,
	"fulfillment_status" text,
	"tracking_number" text,
	"shipped_at" timestamp with time zone,
	"delivered_at" timestamp with time zone,
	"queue" text GENERATED ALWAYS AS (CASE WHEN status = 'Unassigned' THEN 'unassigned' WHEN status IN ('Assigned', 'In Review') THEN CASE WHEN hold_reason_id IS NULL THEN 'assigned' ELSE 'held' END END) STORED,
	"search_text" text GENERATED ALWAYS AS (lower(coalesce(email, '') || ' ' || first_name || ' ' || last_name || ' ' || receipt_id || ' ' || coalesce(order_name, ''))) STORED NOT NULL,
	"address_text" text GENERATED ALWAYS AS (lower(shipping_address1 || ' ' || coalesce(shipping_address2, ''))) STORED NOT NULL,
	CONSTRAINT "submissions_shop_id_pk" PRIMARY KEY("shop","id")
);
--> statement-breakpoint
CREATE UNIQUE INDEX "one_deny_reason" ON "deny_reasons" USING btree ("shop","is_loyalty",lower("reason")) WHERE NOT is_deleted;--> statement-breakpoint
CREATE UNIQUE INDEX "one_hold_reason" ON "hold_reasons" USING btree ("shop",lower("reason")) WHERE NOT is_deleted;--> statement-breakpoint
CREATE UNIQUE INDEX "one_live_order_attempt" ON "order_attempts" USING btree ("shop","submission_id") WHERE state IN ('started', 'done');--> statement-breakpoint
CREATE INDEX "open_order_attempts" ON "order_attempts" USING btree ("shop","lease_until") WHERE state = 'started';--> statement-breakpoint
CREATE INDEX "order_attempts_of_submission" ON "order_attempts" USING btree ("shop","submission_id","started_at");--> statement-breakpoint
CREATE INDEX "order_attempt_by_order" ON "order_attempts" USING btree ("shop","order_id") WHERE order_id IS NOT NULL;--> statement-breakpoint
CREATE UNIQUE INDEX "promotion_by_key" ON "promotions" USING btree ("shop","key");--> statement-breakpoint
CREATE UNIQUE INDEX "one_promotion_per_operation" ON "promotions" USING btree ("shop","operation_id");--> statement-breakpoint
CREATE INDEX "fingerprints_by_part0" ON "receipt_fingerprints" USING btree ("shop","part0");--> statement-breakpoint
CREATE INDEX "fingerprints_by_part1" ON "receipt_fingerprints" USING btree ("shop","part1");--> statement-breakpoint
CREATE INDEX "fingerprints_by_part2" ON "receipt_fingerprints" USING btree ("shop","part2");--> statement-breakpoint
CREATE INDEX "fingerprints_by_part3" ON "receipt_fingerprints" USING btree ("shop","part3");--> statement-breakpoint
CREATE UNIQUE INDEX "one_submission_per_operation" ON "submissions" USING btree ("shop","operation_id");--> statement-breakpoint
CREATE UNIQUE INDEX "submission_by_link" ON "submissions" USING btree ("shop","link_id");--> statement-breakpoint
CREATE INDEX "submissions_by_creation" ON "submissions" USING btree ("shop","created_at","id");--> statement-breakpoint
CREATE INDEX "submissions_by_email" ON "submissions" USING btree ("shop",lower(coalesce("email", '')),"id");--> statement-breakpoint
CREATE INDEX "submissions_by_decision" ON "submissions" USING btree ("shop","decided_at","id") WHERE decided_at IS NOT NULL;--> statement-breakpoint
CREATE INDEX "submissions_by_status" ON "submissions" USING btree ("shop","status","created_at","id");--> statement-breakpoint
CREATE INDEX "submissions_of_promotion" ON "submissions" USING btree ("shop","promotion_id","created_at","id");--> statement-breakpoint
CREATE INDEX "loyalty_submissions" ON "submissions" USING btree ("shop","created_at","id") WHERE is_loyalty;--> statement-breakpoint
CREATE INDEX "queue_by_creation" ON "submissions" USING btree ("shop","queue","created_at","id") WHERE queue IS NOT NULL;--> statement-breakpoint
CREATE INDEX "queue_by_email" ON "submissions" USING btree ("shop","queue",lower(coalesce("email", '')),"id") WHERE queue IS NOT NULL;--> statement-breakpoint
CREATE INDEX "queue_by_name" ON "submissions" USING btree ("shop","queue",lower((first_name || ' ' || last_name)) COLLATE "und-x-icu","id") WHERE queue IS NOT NULL;--> statement-breakpoint
CREATE INDEX "queue_of_reviewer" ON "submissions" USING btree ("shop","reviewer_id","created_at","id") WHERE queue IS NOT NULL;--> statement-breakpoint
CREATE INDEX "open_submissions" ON "submissions" USING btree ("shop","created_at","id") WHERE queue IS NOT NULL;--> statement-breakpoint
CREATE INDEX "submissions_by_reviewer" ON "submissions" USING btree ("shop","reviewer_id","created_at","id");--> statement-breakpoint
CREATE INDEX "submissions_by_approver" ON "submissions" USING btree ("shop","approver_id","approved_at") WHERE approver_id IS NOT NULL;--> statement-breakpoint
CREATE INDEX "submissions_by_denier" ON "submissions" USING btree ("shop","denier_id","denied_at") WHERE denier_id IS NOT NULL;--> statement-breakpoint
CREATE INDEX "submissions_by_deny_reason" ON "submissions" USING btree ("shop","deny_reason_id","created_at","id") WHERE deny_reason_id IS NOT NULL;--> statement-breakpoint
CREATE INDEX "submissions_by_receipt" ON "submissions" USING btree ("shop","receipt_key","id");--> statement-breakpoint
CREATE INDEX "submissions_by_address" ON "submissions" USING btree ("shop","address_key","id") WHERE address_key IS NOT NULL;--> statement-breakpoint
CREATE INDEX "submissions_by_model" ON "submissions" USING btree ("shop",lower("model_number"),"created_at","id");--> statement-breakpoint
CREATE INDEX "submissions_by_purchase_day" ON "submissions" USING btree ("shop","purchase_day","created_at","id");--> statement-breakpoint
CREATE INDEX "submissions_by_postal_code" ON "submissions" USING btree ("shop",lower("shipping_postal_code"));--> statement-breakpoint
CREATE INDEX "submissions_by_city" ON "submissions" USING btree ("shop",lower("shipping_city"));--> statement-breakpoint
CREATE INDEX "submissions_by_retailer" ON "submissions" USING btree ("shop","retailer");--> statement-breakpoint
CREATE INDEX "submissions_by_method" ON "submissions" USING btree ("shop","purchasing_method");--> statement-breakpoint
CREATE INDEX "submissions_by_gender" ON "submissions" USING btree ("shop","gender");--> statement-breakpoint
CREATE INDEX "submissions_by_age" ON "submissions" USING btree ("shop","age_range");--> statement-breakpoint
CREATE INDEX "submissions_by_purchase_state" ON "submissions" USING btree ("shop","purchase_state");--> statement-breakpoint
CREATE INDEX "submissions_by_state" ON "submissions" USING btree ("shop","shipping_state");--> statement-breakpoint
CREATE INDEX "submissions_by_country" ON "submissions" USING btree ("shop","shipping_country");--> statement-breakpoint
CREATE INDEX "submissions_by_fulfillment" ON "submissions" USING btree ("shop","fulfillment_status") WHERE fulfillment_status IS NOT NULL;--> statement-breakpoint
CREATE INDEX "submissions_with_used_address" ON "submissions" USING btree ("shop","created_at","id") WHERE is_address_used;--> statement-breakpoint
CREATE INDEX "submissions_with_used_receipt" ON "submissions" USING btree ("shop","created_at","id") WHERE is_receipt_id_used;--> statement-breakpoint
CREATE INDEX "submission_by_order" ON "submissions" USING btree ("shop","order_id") WHERE order_id IS NOT NULL;--> statement-breakpoint
CREATE INDEX "submissions_by_order_name" ON "submissions" USING btree ("shop",lower("order_name")) WHERE order_name IS NOT NULL;--> statement-breakpoint
CREATE INDEX "second_looks" ON "submissions" USING btree ("shop","decided_at") WHERE second_look IS NOT NULL;--> statement-breakpoint
CREATE INDEX "submissions_search" ON "submissions" USING gin ("search_text" gin_trgm_ops);--> statement-breakpoint
CREATE INDEX "submissions_address_search" ON "submissions" USING gin ("address_text" gin_trgm_ops);--> statement-breakpoint
CREATE VIEW "public"."submissions_of_shop" AS (select "shop", "id", "promotion_id", "is_loyalty", "operation_id", "link_id", "status", "created_at", "version", "first_name", "last_name", "email", "gender", "age_range", "purchasing_method", "purchase_day", "receipt_id", "receipt_key", "amount_cents", "model_number", "retailer", "purchase_city", "purchase_state", "shipping_first_name", "shipping_last_name", "shipping_address1", "shipping_address2", "shipping_city", "shipping_state", "shipping_postal_code", "shipping_country", "shipping_phone", "address_key", "is_address_used", "is_receipt_id_used", "attachment_id", "risk_score", "signals", "reviewer_id", "reviewer_email", "first_assigned_at", "assigned_at", "hold_reason_id", "held_at", "deny_reason_id", "denier_id", "denier_email", "denied_at", "approver_id", "approver_email", "approved_at", "decided_at", "second_look", "second_look_by_id", "locked_by_id", "locked_until", "problem", "order_id", "order_name", "fulfillment_status", "tracking_number", "shipped_at", "delivered_at", "queue", "search_text", "address_text" from "submissions" where "submissions"."shop" = current_setting('app.shop'));