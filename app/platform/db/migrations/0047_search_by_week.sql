DROP INDEX "postings_of_a_customer";--> statement-breakpoint
DROP INDEX "postings_search";--> statement-breakpoint
CREATE INDEX "postings_of_a_customer" ON "ledger_postings" USING btree ("shop","customer_id","at" DESC NULLS FIRST,"number" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "postings_search" ON "ledger_postings" USING gin (date_trunc('week', "at" AT TIME ZONE 'UTC'),lower("reference") gin_trgm_ops) WITH (gin_pending_list_limit=64);