CREATE TABLE "file_parts" (
	"shop" text NOT NULL,
	"file_id" uuid NOT NULL,
	"position" integer NOT NULL,
	"bytes" "bytea" NOT NULL,
	CONSTRAINT "file_parts_shop_file_id_position_pk" PRIMARY KEY("shop","file_id","position")
);
--> statement-breakpoint
CREATE TABLE "files" (
	"shop" text NOT NULL,
	"id" uuid NOT NULL,
	"name" text NOT NULL,
	"content_type" text NOT NULL,
	"permission" text NOT NULL,
	"made_by_id" text NOT NULL,
	"made_by_name" text NOT NULL,
	"job_id" uuid,
	"size" bigint DEFAULT 0 NOT NULL,
	"parts" integer DEFAULT 0 NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"finished_at" timestamp with time zone,
	"expires_at" timestamp with time zone NOT NULL,
	CONSTRAINT "files_shop_id_pk" PRIMARY KEY("shop","id")
);
--> statement-breakpoint
CREATE INDEX "files_of_a_job" ON "files" USING btree ("shop","job_id") WHERE job_id IS NOT NULL;--> statement-breakpoint
CREATE INDEX "files_by_expiry" ON "files" USING btree ("shop","expires_at");