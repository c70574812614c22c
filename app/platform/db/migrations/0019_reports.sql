CREATE TABLE "report_schedules" (
	"shop" text NOT NULL,
	"id" uuid NOT NULL,
	"report" text NOT NULL,
	"options" jsonb NOT NULL,
	"frequency" text NOT NULL,
	"hour" integer NOT NULL,
	"created_by_id" text NOT NULL,
	"created_by_name" text NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"next_at" timestamp with time zone,
	"stopped_because" text,
	CONSTRAINT "report_schedules_shop_id_pk" PRIMARY KEY("shop","id")
);
--> statement-breakpoint
ALTER TABLE "files" ADD COLUMN "is_shared" boolean DEFAULT false NOT NULL;--> statement-breakpoint
CREATE INDEX "report_schedules_due" ON "report_schedules" USING btree ("shop","next_at");