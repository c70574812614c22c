ALTER TABLE "registration_decisions" ADD COLUMN "lease_until" timestamp with time zone DEFAULT now() NOT NULL;--> statement-breakpoint
ALTER TABLE "registration_decisions" ADD COLUMN "attempt" integer DEFAULT 1 NOT NULL;--> statement-breakpoint
ALTER TABLE "registration_decisions" ADD COLUMN "done_before" integer DEFAULT 0 NOT NULL;