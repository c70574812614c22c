ALTER TABLE "return_cases" ADD COLUMN "label_cents" integer;--> statement-breakpoint
ALTER TABLE "return_cases" ADD COLUMN "label_currency" text;--> statement-breakpoint
ALTER TABLE "return_cases" ADD COLUMN "package_state_at" timestamp with time zone;