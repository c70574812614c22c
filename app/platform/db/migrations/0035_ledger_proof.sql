CREATE TABLE "credits_to_compare" (
	"shop" text NOT NULL,
	"customer_id" bigint NOT NULL,
	"noted_at" timestamp with time zone DEFAULT now() NOT NULL,
	"not_before" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "credits_to_compare_shop_customer_id_pk" PRIMARY KEY("shop","customer_id")
);
--> statement-breakpoint
CREATE TABLE "ledger_differences" (
	"shop" text NOT NULL,
	"id" bigserial NOT NULL,
	"kind" text NOT NULL,
	"customer_id" bigint,
	"posting_id" uuid,
	"ours_cents" bigint NOT NULL,
	"theirs_cents" bigint NOT NULL,
	"what" text NOT NULL,
	"since" timestamp with time zone DEFAULT now() NOT NULL,
	"seen_at" timestamp with time zone DEFAULT now() NOT NULL,
	"ended_at" timestamp with time zone,
	CONSTRAINT "ledger_differences_shop_id_pk" PRIMARY KEY("shop","id")
);
--> statement-breakpoint
CREATE TABLE "ledger_proofs" (
	"shop" text PRIMARY KEY NOT NULL,
	"at" timestamp with time zone NOT NULL,
	"accounts" bigint NOT NULL,
	"postings" bigint NOT NULL,
	"entries" bigint NOT NULL,
	"owed_cents" bigint NOT NULL
);
--> statement-breakpoint
DROP VIEW "public"."credit_accounts_of_shop";--> statement-breakpoint
ALTER TABLE "credit_accounts" ADD COLUMN "told_through" timestamp with time zone;--> statement-breakpoint
CREATE INDEX "credits_to_compare_by_turn" ON "credits_to_compare" USING btree ("shop","not_before");--> statement-breakpoint
CREATE UNIQUE INDEX "one_open_difference" ON "ledger_differences" USING btree ("shop","kind",coalesce("customer_id", 0),coalesce("posting_id", '00000000-0000-0000-0000-000000000000'::uuid)) WHERE ended_at IS NULL;--> statement-breakpoint
CREATE INDEX "differences_by_since" ON "ledger_differences" USING btree ("shop","since" DESC NULLS FIRST,"id");--> statement-breakpoint
CREATE VIEW "public"."credit_accounts_of_shop" AS (select "shop", "customer_id", "currency", "balance_cents", "held_cents", "name", "email", "shopify_account_id", "compared_at", "shopify_balance_cents", "told_through", "created_at", "search_text" from "credit_accounts" where "credit_accounts"."shop" = current_setting('app.shop'));