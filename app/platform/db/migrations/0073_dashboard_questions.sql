CREATE TABLE "dashboard_day_notes" (
	"shop" text NOT NULL,
	"day" date NOT NULL,
	"text" text NOT NULL,
	"changed_by" text NOT NULL,
	"changed_at" timestamp with time zone NOT NULL,
	CONSTRAINT "dashboard_day_notes_shop_day_pk" PRIMARY KEY("shop","day")
);
--> statement-breakpoint
CREATE TABLE "customer_segment_snapshots" (
	"shop" text NOT NULL,
	"query" text NOT NULL,
	"day" date NOT NULL,
	"read_at" timestamp with time zone NOT NULL,
	"count" integer NOT NULL,
	CONSTRAINT "customer_segment_snapshots_shop_query_day_pk" PRIMARY KEY("shop","query","day")
);
--> statement-breakpoint
ALTER TABLE "customer_snapshots" ADD COLUMN "tag" text DEFAULT 'AIC' NOT NULL;