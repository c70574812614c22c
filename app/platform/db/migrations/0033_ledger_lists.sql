CREATE TABLE "ledger_counted" (
	"shop" text PRIMARY KEY NOT NULL,
	"before" timestamp with time zone NOT NULL,
	"through" bigint NOT NULL
);
--> statement-breakpoint
CREATE TABLE "ledger_hours" (
	"shop" text NOT NULL,
	"hour" timestamp with time zone NOT NULL,
	"postings" integer NOT NULL,
	CONSTRAINT "ledger_hours_shop_hour_pk" PRIMARY KEY("shop","hour")
);
--> statement-breakpoint
CREATE INDEX "postings_of_an_actor" ON "ledger_postings" USING btree ("shop","actor_id","at" DESC NULLS FIRST,"number" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "postings_of_a_type" ON "ledger_postings" USING btree ("shop","type","at" DESC NULLS FIRST,"number" DESC NULLS FIRST,"amount_cents");--> statement-breakpoint
CREATE INDEX "postings_search" ON "ledger_postings" USING gin (lower("reference") gin_trgm_ops);--> statement-breakpoint
CREATE VIEW "public"."credit_accounts_of_shop" AS (select "shop", "customer_id", "currency", "balance_cents", "held_cents", "name", "email", "shopify_account_id", "compared_at", "shopify_balance_cents", "created_at", "search_text" from "credit_accounts" where "credit_accounts"."shop" = current_setting('app.shop'));--> statement-breakpoint
CREATE VIEW "public"."ledger_postings_of_shop" AS (select "shop", "id", "number", "at", "customer_id", "type", "amount_cents", "reference", "expires_at", "actor_id", "actor_name", "actor_email", "operation_key", "reverses_id", "order_id", "order_name" from "ledger_postings" where "ledger_postings"."shop" = current_setting('app.shop'));