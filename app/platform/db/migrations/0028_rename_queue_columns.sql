ALTER TABLE "stale_customers" RENAME COLUMN "noted_at" TO "queued_at";--> statement-breakpoint
ALTER TABLE "credit_accounts" RENAME COLUMN "told_through" TO "synced_through";--> statement-breakpoint
ALTER TABLE "credits_to_compare" RENAME COLUMN "noted_at" TO "queued_at";--> statement-breakpoint
ALTER TABLE "stale_orders" RENAME COLUMN "noted_at" TO "queued_at";--> statement-breakpoint
ALTER TABLE "stale_products" RENAME COLUMN "noted_at" TO "queued_at";--> statement-breakpoint
ALTER TABLE "rule_candidates" RENAME COLUMN "noted_at" TO "queued_at";--> statement-breakpoint
ALTER VIEW "public"."credit_accounts_of_shop" RENAME COLUMN "told_through" TO "synced_through";
