CREATE TABLE "import_mappings" (
	"shop" text NOT NULL,
	"kind" text NOT NULL,
	"headings" text NOT NULL,
	"mapping" jsonb NOT NULL,
	"changed_at" timestamp with time zone DEFAULT now() NOT NULL,
	"changed_by" text NOT NULL,
	CONSTRAINT "import_mappings_shop_kind_headings_pk" PRIMARY KEY("shop","kind","headings")
);
--> statement-breakpoint
CREATE TABLE "import_rows" (
	"shop" text NOT NULL,
	"run_id" uuid NOT NULL,
	"number" integer NOT NULL,
	"cells" jsonb NOT NULL,
	"values" jsonb NOT NULL,
	"identity" text,
	"own_verdict" text NOT NULL,
	"verdict" text NOT NULL,
	"duplicate_of" integer,
	"problems" jsonb NOT NULL,
	"changes" jsonb NOT NULL,
	"customer_id" bigint,
	"written" jsonb,
	"outcome" text,
	CONSTRAINT "import_rows_shop_run_id_number_pk" PRIMARY KEY("shop","run_id","number")
);
--> statement-breakpoint
CREATE TABLE "import_runs" (
	"shop" text NOT NULL,
	"id" uuid NOT NULL,
	"kind" text NOT NULL,
	"file_name" text NOT NULL,
	"file_sha256" text NOT NULL,
	"columns" jsonb NOT NULL,
	"mapping" jsonb,
	"blanks" text,
	"row_count" integer NOT NULL,
	"counts" jsonb,
	"checked_against" text,
	"checked_at" timestamp with time zone,
	"job_id" uuid,
	"undo_job_id" uuid,
	"started_by_id" text NOT NULL,
	"started_by_name" text NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "import_runs_shop_id_pk" PRIMARY KEY("shop","id")
);
--> statement-breakpoint
CREATE INDEX "import_rows_by_verdict" ON "import_rows" USING btree ("shop","run_id","verdict","number");--> statement-breakpoint
CREATE INDEX "import_rows_by_identity" ON "import_rows" USING btree ("shop","run_id","identity","number");--> statement-breakpoint
CREATE INDEX "import_rows_by_customer" ON "import_rows" USING btree ("shop","customer_id");--> statement-breakpoint
CREATE INDEX "import_runs_by_file" ON "import_runs" USING btree ("shop","kind","file_sha256");--> statement-breakpoint
CREATE INDEX "import_runs_newest" ON "import_runs" USING btree ("shop","kind","created_at" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "customers_by_email" ON "customers" USING btree ("shop",lower("email"));