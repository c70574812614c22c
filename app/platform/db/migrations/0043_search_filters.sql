CREATE TABLE "collection_filters" (
	"shop" text NOT NULL,
	"collection_id" bigint NOT NULL,
	"name" text NOT NULL,
	"included" boolean NOT NULL,
	"settings" jsonb NOT NULL,
	"options" jsonb DEFAULT '{}'::jsonb NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	CONSTRAINT "collection_filters_shop_collection_id_name_pk" PRIMARY KEY("shop","collection_id","name")
);
--> statement-breakpoint
CREATE TABLE "filter_collections" (
	"shop" text NOT NULL,
	"collection_id" bigint NOT NULL,
	"title" text NOT NULL,
	"revision" integer DEFAULT 1 NOT NULL,
	"published_revision" integer DEFAULT 0 NOT NULL,
	"digest" text,
	"published_at" timestamp with time zone,
	CONSTRAINT "filter_collections_shop_collection_id_pk" PRIMARY KEY("shop","collection_id")
);
--> statement-breakpoint
CREATE TABLE "filter_definitions" (
	"shop" text NOT NULL,
	"name" text NOT NULL,
	"active" boolean NOT NULL,
	"settings" jsonb NOT NULL,
	"type" text NOT NULL,
	"output" boolean DEFAULT false NOT NULL,
	"search" boolean DEFAULT false NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	CONSTRAINT "filter_definitions_shop_name_pk" PRIMARY KEY("shop","name")
);
--> statement-breakpoint
CREATE INDEX "collection_filters_by_name" ON "collection_filters" USING btree ("shop","name","collection_id");