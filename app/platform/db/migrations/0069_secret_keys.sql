CREATE TABLE "secret_keys" (
	"key_id" text PRIMARY KEY NOT NULL,
	"number" integer NOT NULL,
	"first_seen_at" timestamp with time zone DEFAULT now() NOT NULL,
	"retired_at" timestamp with time zone,
	"lost_at" timestamp with time zone,
	"verifiers" text,
	CONSTRAINT "secret_keys_number_unique" UNIQUE("number")
);
--> statement-breakpoint
ALTER TABLE "audit_seals" ADD COLUMN "key_id" text;