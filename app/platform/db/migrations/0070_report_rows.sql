CREATE TABLE "report_rows" (
	"shop" text NOT NULL,
	"run_id" uuid NOT NULL,
	"sheet" integer NOT NULL,
	"position" integer NOT NULL,
	"cells" jsonb NOT NULL,
	CONSTRAINT "report_rows_shop_run_id_sheet_position_pk" PRIMARY KEY("shop","run_id","sheet","position")
);
