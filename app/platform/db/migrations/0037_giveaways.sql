CREATE TABLE "giveaway_draw_entries" (
	"shop" text NOT NULL,
	"giveaway_id" integer NOT NULL,
	"draw" integer NOT NULL,
	"number" integer NOT NULL,
	"weight" integer NOT NULL,
	"digest" text NOT NULL,
	CONSTRAINT "giveaway_draw_entries_shop_giveaway_id_draw_number_pk" PRIMARY KEY("shop","giveaway_id","draw","number")
);
--> statement-breakpoint
CREATE TABLE "giveaway_draws" (
	"shop" text NOT NULL,
	"giveaway_id" integer NOT NULL,
	"number" integer NOT NULL,
	"seed" text NOT NULL,
	"commitment" text NOT NULL,
	"committed_at" timestamp with time zone NOT NULL,
	"entries_digest" text NOT NULL,
	"entries" integer NOT NULL,
	"tickets" bigint NOT NULL,
	"winners" integer NOT NULL,
	"alternates" integer NOT NULL,
	"repeat_winners" boolean NOT NULL,
	"reason" text,
	"result" jsonb NOT NULL,
	"drawn_at" timestamp with time zone NOT NULL,
	"drawn_by_id" text NOT NULL,
	"drawn_by_name" text NOT NULL,
	"job_id" uuid NOT NULL,
	CONSTRAINT "giveaway_draws_shop_giveaway_id_number_pk" PRIMARY KEY("shop","giveaway_id","number")
);
--> statement-breakpoint
CREATE TABLE "giveaway_entrants" (
	"shop" text NOT NULL,
	"giveaway_id" integer NOT NULL,
	"number" integer NOT NULL,
	"email" text,
	"address" text,
	"first_name" text NOT NULL,
	"last_name" text NOT NULL,
	"weight" integer DEFAULT 1 NOT NULL,
	"state" text DEFAULT 'registered' NOT NULL,
	"reason" text,
	"registered_at" timestamp with time zone NOT NULL,
	"salt" text,
	"digest" text NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	CONSTRAINT "giveaway_entrants_shop_giveaway_id_number_pk" PRIMARY KEY("shop","giveaway_id","number")
);
--> statement-breakpoint
CREATE TABLE "giveaway_places" (
	"shop" text NOT NULL,
	"giveaway_id" integer NOT NULL,
	"draw" integer NOT NULL,
	"rank" integer NOT NULL,
	"number" integer NOT NULL,
	"state" text NOT NULL,
	"reason" text,
	"changed_at" timestamp with time zone,
	"changed_by_name" text,
	"mail_id" uuid,
	CONSTRAINT "giveaway_places_shop_giveaway_id_draw_rank_pk" PRIMARY KEY("shop","giveaway_id","draw","rank")
);
--> statement-breakpoint
CREATE TABLE "giveaway_seeds" (
	"shop" text NOT NULL,
	"giveaway_id" integer NOT NULL,
	"draw" integer NOT NULL,
	"sealed" text NOT NULL,
	"commitment" text NOT NULL,
	"committed_at" timestamp with time zone NOT NULL,
	CONSTRAINT "giveaway_seeds_shop_giveaway_id_draw_pk" PRIMARY KEY("shop","giveaway_id","draw")
);
--> statement-breakpoint
CREATE TABLE "giveaways" (
	"shop" text NOT NULL,
	"id" integer NOT NULL,
	"name" text NOT NULL,
	"description" text,
	"start_day" date,
	"end_day" date,
	"registration_count" integer,
	"registered" integer DEFAULT 0 NOT NULL,
	"drawn" integer DEFAULT 0 NOT NULL,
	"closed_at" timestamp with time zone,
	"key" text NOT NULL,
	"is_deleted" boolean DEFAULT false NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"created_by_id" text NOT NULL,
	"created_by_name" text NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"operation_id" uuid NOT NULL,
	CONSTRAINT "giveaways_shop_id_pk" PRIMARY KEY("shop","id")
);
--> statement-breakpoint
CREATE UNIQUE INDEX "one_entry_per_address" ON "giveaway_entrants" USING btree ("shop","giveaway_id","address");--> statement-breakpoint
CREATE INDEX "entrants_by_address" ON "giveaway_entrants" USING btree ("shop","address");--> statement-breakpoint
CREATE INDEX "disqualified_entrants" ON "giveaway_entrants" USING btree ("shop","giveaway_id","number") WHERE "giveaway_entrants"."state" = 'disqualified';--> statement-breakpoint
CREATE INDEX "places_of_entrants" ON "giveaway_places" USING btree ("shop","giveaway_id","number");--> statement-breakpoint
CREATE UNIQUE INDEX "one_giveaway_per_operation" ON "giveaways" USING btree ("shop","operation_id");--> statement-breakpoint
CREATE UNIQUE INDEX "giveaway_by_key" ON "giveaways" USING btree ("shop","key");--> statement-breakpoint
CREATE INDEX "giveaways_by_name" ON "giveaways" USING btree ("shop",lower("name"),"id");--> statement-breakpoint
CREATE INDEX "giveaways_by_creation" ON "giveaways" USING btree ("shop","created_at" DESC NULLS FIRST,"id" DESC NULLS FIRST);