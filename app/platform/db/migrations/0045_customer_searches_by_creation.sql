DROP INDEX "students_by_creation";--> statement-breakpoint
DROP INDEX "staff_by_creation";--> statement-breakpoint
DROP INDEX "national_by_creation";--> statement-breakpoint
DROP INDEX "national_of_partner_by_creation";--> statement-breakpoint
CREATE INDEX "students_by_creation" ON "customers" USING btree ("shop","student_status","created_at" DESC NULLS FIRST,"id" DESC NULLS FIRST,"search_text") WHERE student_status IS NOT NULL;--> statement-breakpoint
CREATE INDEX "staff_by_creation" ON "customers" USING btree ("shop","staff_status","created_at" DESC NULLS FIRST,"id" DESC NULLS FIRST,"search_text") WHERE staff_status IS NOT NULL;--> statement-breakpoint
CREATE INDEX "national_by_creation" ON "customers" USING btree ("shop","created_at" DESC NULLS FIRST,"id" DESC NULLS FIRST,"search_text") WHERE national_partner IS NOT NULL;--> statement-breakpoint
CREATE INDEX "national_of_partner_by_creation" ON "customers" USING btree ("shop","national_partner","created_at" DESC NULLS FIRST,"id" DESC NULLS FIRST,"search_text") WHERE national_partner IS NOT NULL;