CREATE TABLE "approval_rules" (
	"shop" text NOT NULL,
	"id" uuid NOT NULL,
	"name" text NOT NULL,
	"registration" text NOT NULL,
	"school" text,
	"domains" text[] NOT NULL,
	"set_aside_share" integer NOT NULL,
	"active" boolean DEFAULT false NOT NULL,
	"version" integer DEFAULT 0 NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "approval_rules_shop_id_pk" PRIMARY KEY("shop","id")
);
--> statement-breakpoint
CREATE TABLE "registration_questions" (
	"shop" text NOT NULL,
	"id" uuid NOT NULL,
	"customer_id" bigint NOT NULL,
	"registration" text NOT NULL,
	"text" text NOT NULL,
	"state" text NOT NULL,
	"operation_id" text NOT NULL,
	"asked_by_id" text NOT NULL,
	"asked_by_name" text NOT NULL,
	"asked_at" timestamp with time zone NOT NULL,
	"closed_at" timestamp with time zone,
	"closed_by_decision" uuid,
	CONSTRAINT "registration_questions_shop_id_pk" PRIMARY KEY("shop","id"),
	CONSTRAINT "one_question_per_operation" UNIQUE("shop","operation_id")
);
--> statement-breakpoint
CREATE TABLE "rule_candidates" (
	"shop" text NOT NULL,
	"customer_id" bigint NOT NULL,
	"noted_at" timestamp with time zone DEFAULT now() NOT NULL,
	"tries" integer DEFAULT 0 NOT NULL,
	CONSTRAINT "rule_candidates_shop_customer_id_pk" PRIMARY KEY("shop","customer_id")
);
--> statement-breakpoint
CREATE TABLE "rule_set_asides" (
	"shop" text NOT NULL,
	"customer_id" bigint NOT NULL,
	"rule_id" uuid NOT NULL,
	"rule_name" text NOT NULL,
	"set_aside_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "rule_set_asides_shop_customer_id_pk" PRIMARY KEY("shop","customer_id")
);
--> statement-breakpoint
DROP VIEW "public"."customers_of_shop";--> statement-breakpoint
ALTER TABLE "customers" ADD COLUMN "asked_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "registration_decisions" ADD COLUMN "reason" jsonb;--> statement-breakpoint
ALTER TABLE "registration_decisions" ADD COLUMN "note" text;--> statement-breakpoint
ALTER TABLE "registration_decisions" ADD COLUMN "notify" boolean DEFAULT false NOT NULL;--> statement-breakpoint
CREATE UNIQUE INDEX "one_open_question_per_customer" ON "registration_questions" USING btree ("shop","customer_id") WHERE state = 'open';--> statement-breakpoint
CREATE INDEX "questions_of_a_customer" ON "registration_questions" USING btree ("shop","customer_id");--> statement-breakpoint
CREATE INDEX "questions_closed_by" ON "registration_questions" USING btree ("shop","closed_by_decision") WHERE "registration_questions"."closed_by_decision" is not null;--> statement-breakpoint
CREATE VIEW "public"."customers_of_shop" AS (select "shop", "id", "display_name", "first_name", "last_name", "email", "phone", "tags", "created_at", "updated_at", "country_code", "amount_spent_cents", "email_marketing_state", "metafields", "student_status", "staff_status", "national_partner", "asked_at", "search_text", "mirrored_at" from "customers" where "customers"."shop" = current_setting('app.shop'));