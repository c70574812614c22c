CREATE TABLE "run_log_lines" (
	"shop" text NOT NULL,
	"run_id" uuid NOT NULL,
	"id" bigserial NOT NULL,
	"function_name" text NOT NULL,
	"level" text NOT NULL,
	"message" text NOT NULL,
	"at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "run_log_lines_shop_run_id_id_pk" PRIMARY KEY("shop","run_id","id")
);
--> statement-breakpoint
CREATE TABLE "runs" (
	"shop" text NOT NULL,
	"id" uuid NOT NULL,
	"section" text NOT NULL,
	"progress" integer DEFAULT 0 NOT NULL,
	"data" jsonb DEFAULT '{}'::jsonb NOT NULL,
	"started_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "runs_shop_id_pk" PRIMARY KEY("shop","id")
);
--> statement-breakpoint
CREATE TABLE "salsify_files" (
	"shop" text NOT NULL,
	"url" text NOT NULL,
	"file_gid" text NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "salsify_files_shop_url_pk" PRIMARY KEY("shop","url")
);
--> statement-breakpoint
CREATE INDEX "runs_newest" ON "runs" USING btree ("shop","section","started_at" DESC NULLS FIRST,"id" DESC NULLS FIRST);