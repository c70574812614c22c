CREATE TABLE "display_name_saves" (
	"shop" text NOT NULL,
	"id" uuid NOT NULL,
	"digest" text,
	"before" jsonb NOT NULL,
	"after" jsonb NOT NULL,
	"saved_by_id" text NOT NULL,
	"saved_by_name" text NOT NULL,
	"attempt" integer NOT NULL,
	"started_at" timestamp with time zone NOT NULL,
	"lease_until" timestamp with time zone NOT NULL,
	CONSTRAINT "display_name_saves_shop_id_pk" PRIMARY KEY("shop","id")
);
--> statement-breakpoint
-- Open saves were rows of the settings.
INSERT INTO "display_name_saves"
SELECT "shop", split_part("key", '.', 3)::uuid, "value" ->> 'digest', "value" -> 'before', "value" -> 'after',
       "changed_by", "value" ->> 'name', 1, "changed_at", now()
  FROM "settings" WHERE "key" LIKE 'salsifyDisplay.save.%';
--> statement-breakpoint
DELETE FROM "settings" WHERE "key" LIKE 'salsifyDisplay.save.%';
--> statement-breakpoint
-- What is open gets an expired lease, by the default of its column, so that the tasks finish it.
ALTER TABLE "media_changes" ADD COLUMN "attempt" integer NOT NULL DEFAULT 1, ADD COLUMN "lease_until" timestamp with time zone NOT NULL DEFAULT now();
--> statement-breakpoint
ALTER TABLE "media_changes" ALTER COLUMN "attempt" DROP DEFAULT, ALTER COLUMN "lease_until" DROP DEFAULT;
--> statement-breakpoint
ALTER TABLE "salsify_files" RENAME COLUMN "created_at" TO "started_at";
--> statement-breakpoint
ALTER TABLE "salsify_files" ALTER COLUMN "file_gid" DROP NOT NULL, ALTER COLUMN "started_at" DROP DEFAULT, ADD COLUMN "state" text NOT NULL DEFAULT 'done', ADD COLUMN "attempt" integer NOT NULL DEFAULT 1, ADD COLUMN "lease_until" timestamp with time zone NOT NULL DEFAULT now(), ADD COLUMN "finished_at" timestamp with time zone;
--> statement-breakpoint
UPDATE "salsify_files" SET "file_gid" = NULL, "state" = 'started' WHERE "file_gid" = '';
--> statement-breakpoint
ALTER TABLE "salsify_files" ALTER COLUMN "state" DROP DEFAULT, ALTER COLUMN "attempt" DROP DEFAULT, ALTER COLUMN "lease_until" DROP DEFAULT;
--> statement-breakpoint
CREATE INDEX "salsify_files_leases" ON "salsify_files" USING btree ("shop","started_at") WHERE state = 'started';
