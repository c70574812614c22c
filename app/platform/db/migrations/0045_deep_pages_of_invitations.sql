DROP INDEX "invitations_by_time";--> statement-breakpoint
DROP INDEX "invitations_of_audience_by_time";--> statement-breakpoint
DROP INDEX "invitations_of_audience_by_name";--> statement-breakpoint
DROP INDEX "invitations_of_audience_by_email";--> statement-breakpoint
CREATE INDEX "invitations_by_time" ON "invitations" USING btree ("shop","audience","group_id","invited_at" DESC NULLS FIRST,"id" DESC NULLS FIRST,"state");--> statement-breakpoint
CREATE INDEX "invitations_of_audience_by_time" ON "invitations" USING btree ("shop","audience","invited_at" DESC NULLS FIRST,"id" DESC NULLS FIRST,"state");--> statement-breakpoint
CREATE INDEX "invitations_of_audience_by_name" ON "invitations" USING btree ("shop","audience",lower("first_name" || ' ' || "last_name"),"id","state","first_name","last_name");--> statement-breakpoint
CREATE INDEX "invitations_of_audience_by_email" ON "invitations" USING btree ("shop","audience",lower("email"),"id","state","email");