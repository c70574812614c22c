ALTER TABLE "mirrors" ADD COLUMN "name" text DEFAULT 'customers' NOT NULL;--> statement-breakpoint
ALTER TABLE "mirrors" ALTER COLUMN "name" DROP DEFAULT;--> statement-breakpoint
ALTER TABLE "mirrors" ADD COLUMN "version" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "mirrors" DROP CONSTRAINT "mirrors_pkey";--> statement-breakpoint
ALTER TABLE "mirrors" ADD CONSTRAINT "mirrors_shop_name_pk" PRIMARY KEY("shop","name");
