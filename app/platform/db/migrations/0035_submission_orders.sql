DROP INDEX "submissions_with_used_address";--> statement-breakpoint
DROP INDEX "submissions_with_used_receipt";--> statement-breakpoint
DROP INDEX "submissions_by_email";--> statement-breakpoint
DROP INDEX "submissions_by_decision";--> statement-breakpoint
CREATE INDEX "submissions_by_address_use" ON "submissions" USING btree ("shop","is_address_used","created_at","id");--> statement-breakpoint
CREATE INDEX "submissions_by_receipt_use" ON "submissions" USING btree ("shop","is_receipt_id_used","created_at","id");--> statement-breakpoint
CREATE INDEX "submissions_by_email" ON "submissions" USING btree ("shop",lower(coalesce("email", '')),"id","email","status","is_loyalty");--> statement-breakpoint
CREATE INDEX "submissions_by_decision" ON "submissions" USING btree ("shop","decided_at","id","status","is_loyalty");