CREATE TABLE "credit_accounts" (
	"shop" text NOT NULL,
	"customer_id" bigint NOT NULL,
	"currency" text NOT NULL,
	"balance_cents" bigint DEFAULT 0 NOT NULL,
	"held_cents" bigint DEFAULT 0 NOT NULL,
	"name" text DEFAULT '' NOT NULL,
	"email" text,
	"shopify_account_id" text,
	"compared_at" timestamp with time zone,
	"shopify_balance_cents" bigint,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"search_text" text GENERATED ALWAYS AS (lower(coalesce(email, '') || ' ' || name)) STORED NOT NULL,
	CONSTRAINT "credit_accounts_shop_customer_id_pk" PRIMARY KEY("shop","customer_id"),
	CONSTRAINT "nothing_held_below_zero" CHECK ("credit_accounts"."held_cents" >= 0)
);
--> statement-breakpoint
CREATE TABLE "ledger_entries" (
	"shop" text NOT NULL,
	"posting_id" uuid NOT NULL,
	"account" text NOT NULL,
	"customer_id" bigint NOT NULL,
	"amount_cents" bigint NOT NULL,
	"at" timestamp with time zone NOT NULL,
	CONSTRAINT "ledger_entries_shop_posting_id_account_pk" PRIMARY KEY("shop","posting_id","account")
);
--> statement-breakpoint
CREATE TABLE "ledger_open" (
	"shop" text NOT NULL,
	"posting_id" uuid NOT NULL,
	"number" bigint NOT NULL,
	"customer_id" bigint NOT NULL,
	"state" text DEFAULT 'PENDING' NOT NULL,
	"attempted_at" timestamp with time zone,
	"attempts" integer DEFAULT 0 NOT NULL,
	"not_before" timestamp with time zone DEFAULT now() NOT NULL,
	"problem" text,
	CONSTRAINT "ledger_open_shop_posting_id_pk" PRIMARY KEY("shop","posting_id")
);
--> statement-breakpoint
CREATE TABLE "ledger_operations" (
	"shop" text NOT NULL,
	"key" text NOT NULL,
	"request_hash" text NOT NULL,
	"answer" jsonb NOT NULL,
	"at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "ledger_operations_shop_key_pk" PRIMARY KEY("shop","key")
);
--> statement-breakpoint
CREATE TABLE "ledger_outcomes" (
	"shop" text NOT NULL,
	"id" bigserial NOT NULL,
	"posting_id" uuid NOT NULL,
	"state" text NOT NULL,
	"at" timestamp with time zone DEFAULT now() NOT NULL,
	"transaction_id" text,
	"balance_after_cents" bigint,
	"problem" text,
	CONSTRAINT "ledger_outcomes_shop_id_pk" PRIMARY KEY("shop","id")
);
--> statement-breakpoint
CREATE TABLE "ledger_postings" (
	"shop" text NOT NULL,
	"id" uuid NOT NULL,
	"number" bigserial NOT NULL,
	"at" timestamp with time zone NOT NULL,
	"customer_id" bigint NOT NULL,
	"type" text NOT NULL,
	"amount_cents" bigint NOT NULL,
	"reference" text NOT NULL,
	"expires_at" timestamp with time zone,
	"actor_id" text NOT NULL,
	"actor_name" text NOT NULL,
	"actor_email" text NOT NULL,
	"operation_key" text,
	"reverses_id" uuid,
	"order_id" text,
	"order_name" text,
	CONSTRAINT "ledger_postings_shop_id_pk" PRIMARY KEY("shop","id"),
	CONSTRAINT "every_posting_moves_something" CHECK ("ledger_postings"."amount_cents" <> 0)
);
--> statement-breakpoint
CREATE INDEX "credit_accounts_by_name" ON "credit_accounts" USING btree ("shop",lower("name"),"customer_id");--> statement-breakpoint
CREATE INDEX "credit_accounts_by_email" ON "credit_accounts" USING btree ("shop",lower(coalesce("email", '')),"customer_id");--> statement-breakpoint
CREATE INDEX "credit_accounts_by_balance" ON "credit_accounts" USING btree ("shop","balance_cents","customer_id");--> statement-breakpoint
CREATE INDEX "credit_accounts_to_compare" ON "credit_accounts" USING btree ("shop","compared_at" NULLS FIRST);--> statement-breakpoint
CREATE INDEX "credit_accounts_search" ON "credit_accounts" USING gin ("search_text" gin_trgm_ops);--> statement-breakpoint
CREATE INDEX "entries_of_a_customer" ON "ledger_entries" USING btree ("shop","customer_id","account");--> statement-breakpoint
CREATE INDEX "entries_by_time" ON "ledger_entries" USING btree ("shop","account","at");--> statement-breakpoint
CREATE INDEX "open_of_a_customer" ON "ledger_open" USING btree ("shop","customer_id","number");--> statement-breakpoint
CREATE INDEX "open_by_turn" ON "ledger_open" USING btree ("shop","not_before","number");--> statement-breakpoint
CREATE INDEX "outcomes_of_a_posting" ON "ledger_outcomes" USING btree ("shop","posting_id","id");--> statement-breakpoint
CREATE UNIQUE INDEX "one_end_per_posting" ON "ledger_outcomes" USING btree ("shop","posting_id") WHERE state IN ('CONFIRMED', 'FAILED');--> statement-breakpoint
CREATE UNIQUE INDEX "one_posting_per_transaction" ON "ledger_outcomes" USING btree ("shop","transaction_id") WHERE transaction_id IS NOT NULL;--> statement-breakpoint
CREATE INDEX "postings_by_number" ON "ledger_postings" USING btree ("shop","number" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "postings_by_time" ON "ledger_postings" USING btree ("shop","at" DESC NULLS FIRST,"number" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "postings_of_a_customer" ON "ledger_postings" USING btree ("shop","customer_id","number" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "postings_by_amount" ON "ledger_postings" USING btree ("shop","type","amount_cents","number");--> statement-breakpoint
CREATE INDEX "postings_of_an_operation" ON "ledger_postings" USING btree ("shop","operation_key");--> statement-breakpoint
CREATE INDEX "postings_reversing" ON "ledger_postings" USING btree ("shop","reverses_id") WHERE reverses_id IS NOT NULL;--> statement-breakpoint
CREATE INDEX "postings_running_out" ON "ledger_postings" USING btree ("shop","expires_at") WHERE expires_at IS NOT NULL;