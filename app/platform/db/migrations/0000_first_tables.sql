CREATE TABLE "audit_entries" (
	"shop" text NOT NULL,
	"id" bigserial NOT NULL,
	"at" timestamp with time zone DEFAULT now() NOT NULL,
	"actor_id" text NOT NULL,
	"actor_name" text NOT NULL,
	"action" text NOT NULL,
	"subject_type" text NOT NULL,
	"subject_id" text NOT NULL,
	"before" jsonb,
	"after" jsonb,
	"job_id" text,
	CONSTRAINT "audit_entries_shop_id_pk" PRIMARY KEY("shop","id")
);
--> statement-breakpoint
CREATE TABLE "customers" (
	"shop" text NOT NULL,
	"id" bigint NOT NULL,
	"display_name" text NOT NULL,
	"first_name" text,
	"last_name" text,
	"email" text,
	"phone" text,
	"tags" text[] DEFAULT '{}' NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"updated_at" timestamp with time zone NOT NULL,
	"country_code" text,
	"amount_spent_cents" bigint DEFAULT 0 NOT NULL,
	"email_marketing_state" text,
	"metafields" jsonb DEFAULT '{}'::jsonb NOT NULL,
	"student_status" text,
	"search_text" text GENERATED ALWAYS AS (lower(coalesce(email, '') || ' ' || display_name)) STORED NOT NULL,
	"mirrored_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "customers_shop_id_pk" PRIMARY KEY("shop","id")
);
--> statement-breakpoint
CREATE TABLE "mirrors" (
	"shop" text PRIMARY KEY NOT NULL,
	"heard_at" timestamp with time zone,
	"rebuilt_at" timestamp with time zone,
	"rebuild_started_at" timestamp with time zone,
	"bulk_operation_id" text,
	"rows" integer
);
--> statement-breakpoint
CREATE TABLE "registration_counts" (
	"shop" text NOT NULL,
	"registration" text NOT NULL,
	"status" text NOT NULL,
	"count" bigint NOT NULL,
	CONSTRAINT "registration_counts_shop_registration_status_pk" PRIMARY KEY("shop","registration","status")
);
--> statement-breakpoint
CREATE TABLE "stale_customers" (
	"shop" text NOT NULL,
	"customer_id" bigint NOT NULL,
	"noted_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "stale_customers_shop_customer_id_pk" PRIMARY KEY("shop","customer_id")
);
--> statement-breakpoint
CREATE TABLE "webhook_deliveries" (
	"shop" text NOT NULL,
	"id" text NOT NULL,
	"topic" text NOT NULL,
	"received_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "webhook_deliveries_shop_id_pk" PRIMARY KEY("shop","id")
);
--> statement-breakpoint
CREATE TABLE "registration_decisions" (
	"shop" text NOT NULL,
	"id" uuid NOT NULL,
	"customer_id" bigint NOT NULL,
	"registration" text NOT NULL,
	"from_status" text NOT NULL,
	"to_status" text NOT NULL,
	"state" text NOT NULL,
	"operation_id" text NOT NULL,
	"decided_by_id" text NOT NULL,
	"decided_by_name" text NOT NULL,
	"started_at" timestamp with time zone NOT NULL,
	"finished_at" timestamp with time zone,
	"job_id" text,
	"undoes" uuid,
	CONSTRAINT "registration_decisions_shop_id_pk" PRIMARY KEY("shop","id"),
	CONSTRAINT "one_decision_per_operation" UNIQUE("shop","operation_id")
);
--> statement-breakpoint
CREATE TABLE "saved_views" (
	"shop" text NOT NULL,
	"id" uuid NOT NULL,
	"administrator_id" text NOT NULL,
	"list" text NOT NULL,
	"name" text NOT NULL,
	"query" text NOT NULL,
	CONSTRAINT "saved_views_shop_id_pk" PRIMARY KEY("shop","id"),
	CONSTRAINT "saved_views_shop_administrator_id_list_name_unique" UNIQUE("shop","administrator_id","list","name")
);
--> statement-breakpoint
CREATE TABLE "administrators" (
	"shop" text NOT NULL,
	"id" text NOT NULL,
	"name" text NOT NULL,
	"email" text NOT NULL,
	"is_owner" boolean DEFAULT false NOT NULL,
	"flags" text[] DEFAULT '{}' NOT NULL,
	"tab_limits" jsonb DEFAULT '{}'::jsonb NOT NULL,
	"version" integer DEFAULT 0 NOT NULL,
	"last_seen_at" timestamp with time zone,
	CONSTRAINT "administrators_shop_id_pk" PRIMARY KEY("shop","id")
);
--> statement-breakpoint
CREATE TABLE "sessions" (
	"id" text PRIMARY KEY NOT NULL,
	"shop" text NOT NULL,
	"state" text NOT NULL,
	"isOnline" boolean DEFAULT false NOT NULL,
	"scope" text,
	"expires" timestamp,
	"accessToken" text NOT NULL,
	"userId" bigint,
	"firstName" text,
	"lastName" text,
	"email" text,
	"accountOwner" boolean,
	"locale" text,
	"collaborator" boolean,
	"emailVerified" boolean,
	"refreshToken" text,
	"refreshTokenExpires" timestamp
);
--> statement-breakpoint
CREATE TABLE "settings" (
	"shop" text NOT NULL,
	"key" text NOT NULL,
	"value" jsonb NOT NULL,
	"changed_at" timestamp with time zone NOT NULL,
	"changed_by" text NOT NULL,
	CONSTRAINT "settings_shop_key_pk" PRIMARY KEY("shop","key")
);
--> statement-breakpoint
CREATE TABLE "shops" (
	"shop" text PRIMARY KEY NOT NULL,
	"name" text NOT NULL,
	"currency" text NOT NULL,
	"time_zone" text NOT NULL,
	"installed_at" timestamp with time zone NOT NULL,
	"uninstalled_at" timestamp with time zone
);
--> statement-breakpoint
CREATE TABLE "job_items" (
	"shop" text NOT NULL,
	"job_id" uuid NOT NULL,
	"position" integer NOT NULL,
	"label" text NOT NULL,
	"input" jsonb NOT NULL,
	"state" text DEFAULT 'waiting' NOT NULL,
	"message" text,
	"finished_at" timestamp with time zone,
	CONSTRAINT "job_items_shop_job_id_position_pk" PRIMARY KEY("shop","job_id","position")
);
--> statement-breakpoint
CREATE TABLE "jobs" (
	"shop" text NOT NULL,
	"id" uuid NOT NULL,
	"kind" text NOT NULL,
	"title" text NOT NULL,
	"state" text NOT NULL,
	"permission" text NOT NULL,
	"params" jsonb DEFAULT '{}'::jsonb NOT NULL,
	"total" integer NOT NULL,
	"done" integer DEFAULT 0 NOT NULL,
	"failed" integer DEFAULT 0 NOT NULL,
	"skipped" integer DEFAULT 0 NOT NULL,
	"message" text,
	"started_by_id" text NOT NULL,
	"started_by_name" text NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"started_at" timestamp with time zone,
	"finished_at" timestamp with time zone,
	"cancel_requested_at" timestamp with time zone,
	CONSTRAINT "jobs_shop_id_pk" PRIMARY KEY("shop","id")
);
--> statement-breakpoint
CREATE TABLE "realtime_attachments" (
	"id" bigserial PRIMARY KEY NOT NULL,
	"created_at" timestamp with time zone DEFAULT now(),
	"payload" "bytea"
);
--> statement-breakpoint
CREATE INDEX "audit_by_subject" ON "audit_entries" USING btree ("shop","subject_type","subject_id","id" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "audit_by_actor" ON "audit_entries" USING btree ("shop","actor_id","id" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "students_by_creation" ON "customers" USING btree ("shop","student_status","created_at" DESC NULLS FIRST,"id" DESC NULLS FIRST) WHERE student_status IS NOT NULL;--> statement-breakpoint
CREATE INDEX "students_by_name" ON "customers" USING btree ("shop","student_status",lower("display_name"),"id") WHERE student_status IS NOT NULL;--> statement-breakpoint
CREATE INDEX "students_by_email" ON "customers" USING btree ("shop","student_status",lower(coalesce("email", '')),"id") WHERE student_status IS NOT NULL;--> statement-breakpoint
CREATE INDEX "customers_search" ON "customers" USING gin ("search_text" gin_trgm_ops);--> statement-breakpoint
CREATE INDEX "webhook_deliveries_by_age" ON "webhook_deliveries" USING btree ("received_at");--> statement-breakpoint
CREATE UNIQUE INDEX "one_open_decision_per_customer" ON "registration_decisions" USING btree ("shop","customer_id") WHERE state = 'started';--> statement-breakpoint
CREATE INDEX "decisions_of_a_customer" ON "registration_decisions" USING btree ("shop","customer_id","started_at" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "job_items_by_state" ON "job_items" USING btree ("shop","job_id","state","position");--> statement-breakpoint
CREATE INDEX "jobs_newest" ON "jobs" USING btree ("shop","created_at" DESC NULLS FIRST,"id" DESC NULLS FIRST);