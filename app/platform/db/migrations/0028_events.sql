CREATE TABLE "event_check_ins" (
	"shop" text NOT NULL,
	"event_id" integer NOT NULL,
	"invitation_id" uuid NOT NULL,
	"at" timestamp with time zone NOT NULL,
	"by_id" text NOT NULL,
	"by_name" text NOT NULL,
	CONSTRAINT "event_check_ins_shop_event_id_invitation_id_pk" PRIMARY KEY("shop","event_id","invitation_id")
);
--> statement-breakpoint
CREATE TABLE "events" (
	"shop" text NOT NULL,
	"id" integer NOT NULL,
	"name" text NOT NULL,
	"description" text NOT NULL,
	"date_from" timestamp with time zone NOT NULL,
	"date_to" timestamp with time zone NOT NULL,
	"active" boolean DEFAULT false NOT NULL,
	"is_deleted" boolean DEFAULT false NOT NULL,
	"created_by" bigint DEFAULT 0 NOT NULL,
	"created_by_name" text DEFAULT '' NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"capacity" integer,
	"rsvp_by" timestamp with time zone,
	"version" integer DEFAULT 1 NOT NULL,
	"operation_id" uuid NOT NULL,
	CONSTRAINT "events_shop_id_pk" PRIMARY KEY("shop","id")
);
--> statement-breakpoint
ALTER TABLE "mails" ADD COLUMN "file_id" uuid;--> statement-breakpoint
CREATE UNIQUE INDEX "one_event_per_operation" ON "events" USING btree ("shop","operation_id");--> statement-breakpoint
CREATE INDEX "events_by_date" ON "events" USING btree ("shop","date_from" DESC NULLS FIRST,"id" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "events_by_name" ON "events" USING btree ("shop",lower("name"),"id");