CREATE TABLE "audit_proofs" (
	"shop" text PRIMARY KEY NOT NULL,
	"at" timestamp with time zone NOT NULL,
	"entries" integer NOT NULL,
	"erased" integer NOT NULL,
	"faults" jsonb NOT NULL
);
--> statement-breakpoint
CREATE TABLE "audit_seals" (
	"shop" text NOT NULL,
	"number" integer NOT NULL,
	"ids" text NOT NULL,
	"entries" integer NOT NULL,
	"mark" text NOT NULL,
	"sealed_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "audit_seals_shop_number_pk" PRIMARY KEY("shop","number")
);
--> statement-breakpoint
ALTER TABLE "audit_entries" ADD COLUMN "salt" uuid;--> statement-breakpoint
ALTER TABLE "audit_entries" ADD COLUMN "content_digest" text;--> statement-breakpoint
ALTER TABLE "audit_entries" ADD COLUMN "digest" text;