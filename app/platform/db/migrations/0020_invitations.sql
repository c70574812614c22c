CREATE TABLE "invitation_links" (
	"shop" text NOT NULL,
	"id" uuid NOT NULL,
	"invitation_id" uuid NOT NULL,
	"token_hash" text NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"expires_at" timestamp with time zone NOT NULL,
	"used_at" timestamp with time zone,
	"revoked_at" timestamp with time zone,
	CONSTRAINT "invitation_links_shop_id_pk" PRIMARY KEY("shop","id")
);
--> statement-breakpoint
CREATE TABLE "invitations" (
	"shop" text NOT NULL,
	"id" uuid NOT NULL,
	"audience" text NOT NULL,
	"group_id" text DEFAULT '' NOT NULL,
	"email" text NOT NULL,
	"first_name" text NOT NULL,
	"last_name" text NOT NULL,
	"additional_tags" text[] DEFAULT '{}' NOT NULL,
	"is_mtd" boolean DEFAULT false NOT NULL,
	"state" text DEFAULT 'queued' NOT NULL,
	"invited_at" timestamp with time zone NOT NULL,
	"invited_by_id" text NOT NULL,
	"invited_by_name" text NOT NULL,
	"mail_count" integer DEFAULT 0 NOT NULL,
	"mail_id" uuid,
	"last_invited_at" timestamp with time zone NOT NULL,
	"sent_at" timestamp with time zone,
	"delivered_at" timestamp with time zone,
	"bounced_at" timestamp with time zone,
	"last_error" text,
	"accepted_at" timestamp with time zone,
	"expires_at" timestamp with time zone NOT NULL,
	"revoked_at" timestamp with time zone,
	"customer_id" bigint,
	"operation_id" text NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"search_text" text GENERATED ALWAYS AS (lower(email || ' ' || first_name || ' ' || last_name)) STORED NOT NULL,
	CONSTRAINT "invitations_shop_id_pk" PRIMARY KEY("shop","id")
);
--> statement-breakpoint
CREATE UNIQUE INDEX "invitation_link_by_token" ON "invitation_links" USING btree ("shop","token_hash");--> statement-breakpoint
CREATE INDEX "links_of_an_invitation" ON "invitation_links" USING btree ("shop","invitation_id");--> statement-breakpoint
CREATE UNIQUE INDEX "one_invitation_per_person" ON "invitations" USING btree ("shop","audience","group_id",lower("email"));--> statement-breakpoint
CREATE INDEX "invitations_by_time" ON "invitations" USING btree ("shop","audience","group_id","invited_at" DESC NULLS FIRST,"id" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "invitations_of_audience_by_time" ON "invitations" USING btree ("shop","audience","invited_at" DESC NULLS FIRST,"id" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "invitations_of_audience_by_name" ON "invitations" USING btree ("shop","audience",lower("first_name" || ' ' || "last_name"),"id");--> statement-breakpoint
CREATE INDEX "invitations_of_audience_by_email" ON "invitations" USING btree ("shop","audience",lower("email"),"id");--> statement-breakpoint
CREATE INDEX "invitations_by_mail" ON "invitations" USING btree ("shop","mail_id");--> statement-breakpoint
CREATE INDEX "invitations_to_expire" ON "invitations" USING btree ("shop","expires_at") WHERE state IN ('queued', 'sent', 'delivered', 'bounced');--> statement-breakpoint
CREATE INDEX "invitations_of_a_customer" ON "invitations" USING btree ("shop","customer_id") WHERE customer_id IS NOT NULL;--> statement-breakpoint
CREATE INDEX "invitations_search" ON "invitations" USING gin ("search_text" gin_trgm_ops);--> statement-breakpoint
CREATE VIEW "public"."invitations_of_shop" AS (select "shop", "id", "audience", "group_id", "email", "first_name", "last_name", "additional_tags", "is_mtd", "state", "invited_at", "invited_by_id", "invited_by_name", "mail_count", "mail_id", "last_invited_at", "sent_at", "delivered_at", "bounced_at", "last_error", "accepted_at", "expires_at", "revoked_at", "customer_id", "operation_id", "version", "search_text" from "invitations" where "invitations"."shop" = current_setting('app.shop'));