CREATE TABLE "database_timelines" (
	"id" bigserial PRIMARY KEY NOT NULL,
	"identity" text NOT NULL,
	"seen_from" timestamp with time zone DEFAULT now() NOT NULL,
	"seen_until" timestamp with time zone DEFAULT now() NOT NULL,
	"lost_since" timestamp with time zone
);
--> statement-breakpoint
ALTER TABLE "credit_accounts" ADD COLUMN "compared_after_loss_id" bigint;--> statement-breakpoint
ALTER TABLE "ledger_open" ADD COLUMN "possible_duplicate_of" uuid;--> statement-breakpoint
ALTER TABLE "ledger_open" ADD COLUMN "is_confirmed_new" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "ledger_outcomes" ADD COLUMN "duplicate_of" uuid;--> statement-breakpoint
CREATE INDEX "possible_duplicates" ON "ledger_open" USING btree ("shop","number") WHERE possible_duplicate_of IS NOT NULL;--> statement-breakpoint
CREATE UNIQUE INDEX "one_posting_per_duplicate" ON "ledger_outcomes" USING btree ("shop","duplicate_of") WHERE duplicate_of IS NOT NULL;--> statement-breakpoint
-- Only adds a column at the end, so it needn't be dropped.
CREATE OR REPLACE VIEW "public"."credit_accounts_of_shop" AS (select "shop", "customer_id", "currency", "balance_cents", "held_cents", "name", "email", "shopify_account_id", "compared_at", "shopify_balance_cents", "synced_through", "created_at", "search_text", "compared_after_loss_id" from "credit_accounts" where "credit_accounts"."shop" = current_setting('app.shop'));