ALTER TABLE "giveaway_places" ADD COLUMN "was_state" text;--> statement-breakpoint
ALTER TABLE "giveaway_places" ADD COLUMN "moved_up_for" integer;