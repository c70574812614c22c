DROP INDEX "submissions_by_state";--> statement-breakpoint
CREATE INDEX "submissions_by_state" ON "submissions" USING btree ("shop",lower("shipping_state"));