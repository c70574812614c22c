DROP INDEX "students_by_name";--> statement-breakpoint
DROP INDEX "staff_by_name";--> statement-breakpoint
DROP INDEX "national_by_partner";--> statement-breakpoint
DROP INDEX "national_by_name";--> statement-breakpoint
DROP INDEX "events_by_name";--> statement-breakpoint
DROP INDEX "invitations_of_audience_by_name";--> statement-breakpoint
DROP INDEX "credit_accounts_by_name";--> statement-breakpoint
DROP INDEX "giveaways_by_name";--> statement-breakpoint
CREATE INDEX "students_by_name" ON "customers" USING btree ("shop","student_status",lower("display_name") COLLATE "und-x-icu","id") WHERE student_status IS NOT NULL;--> statement-breakpoint
CREATE INDEX "staff_by_name" ON "customers" USING btree ("shop","staff_status",lower("display_name") COLLATE "und-x-icu","id") WHERE staff_status IS NOT NULL;--> statement-breakpoint
CREATE INDEX "national_by_partner" ON "customers" USING btree ("shop",lower("national_partner") COLLATE "und-x-icu","id") WHERE national_partner IS NOT NULL;--> statement-breakpoint
CREATE INDEX "national_by_name" ON "customers" USING btree ("shop",lower("display_name") COLLATE "und-x-icu","id") WHERE national_partner IS NOT NULL;--> statement-breakpoint
CREATE INDEX "events_by_name" ON "events" USING btree ("shop",lower("name") COLLATE "und-x-icu","id");--> statement-breakpoint
CREATE INDEX "invitations_of_audience_by_name" ON "invitations" USING btree ("shop","audience",lower("first_name" || ' ' || "last_name") COLLATE "und-x-icu","id","state","first_name","last_name");--> statement-breakpoint
CREATE INDEX "credit_accounts_by_name" ON "credit_accounts" USING btree ("shop",lower("name") COLLATE "und-x-icu","customer_id");--> statement-breakpoint
CREATE INDEX "giveaways_by_name" ON "giveaways" USING btree ("shop",lower("name") COLLATE "und-x-icu","id");