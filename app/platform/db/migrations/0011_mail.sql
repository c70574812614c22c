CREATE TABLE "mail_stops" (
	"shop" text NOT NULL,
	"address" text NOT NULL,
	"reason" text NOT NULL,
	"since" timestamp with time zone NOT NULL,
	CONSTRAINT "mail_stops_shop_address_pk" PRIMARY KEY("shop","address")
);
--> statement-breakpoint
CREATE TABLE "mail_texts" (
	"shop" text NOT NULL,
	"text_id" text NOT NULL,
	"subject" text NOT NULL,
	"body" text NOT NULL,
	"changed_at" timestamp with time zone NOT NULL,
	"changed_by" text NOT NULL,
	CONSTRAINT "mail_texts_shop_text_id_pk" PRIMARY KEY("shop","text_id")
);
--> statement-breakpoint
CREATE TABLE "mails" (
	"shop" text NOT NULL,
	"id" uuid NOT NULL,
	"key" text NOT NULL,
	"text_id" text NOT NULL,
	"to_email" text NOT NULL,
	"to_name" text,
	"subject" text NOT NULL,
	"text_body" text NOT NULL,
	"html_body" text NOT NULL,
	"message_id" text NOT NULL,
	"state" text DEFAULT 'queued' NOT NULL,
	"attempts" integer DEFAULT 0 NOT NULL,
	"last_error" text,
	"customer_id" bigint,
	"flag" text,
	"created_at" timestamp with time zone NOT NULL,
	"queued_at" timestamp with time zone NOT NULL,
	"next_attempt_at" timestamp with time zone NOT NULL,
	"ended_at" timestamp with time zone,
	CONSTRAINT "mails_shop_id_pk" PRIMARY KEY("shop","id"),
	CONSTRAINT "mails_once_per_key" UNIQUE("shop","key")
);
--> statement-breakpoint
ALTER TABLE "shops" ADD COLUMN "email" text;--> statement-breakpoint
CREATE INDEX "mails_due" ON "mails" USING btree ("shop","next_attempt_at") WHERE state IN ('queued', 'sending');--> statement-breakpoint
CREATE INDEX "mails_newest" ON "mails" USING btree ("shop","created_at" DESC NULLS FIRST,"id" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "mails_of_a_customer" ON "mails" USING btree ("shop","customer_id") WHERE customer_id IS NOT NULL;--> statement-breakpoint
CREATE INDEX "mails_to_an_address" ON "mails" USING btree ("shop",lower("to_email"));