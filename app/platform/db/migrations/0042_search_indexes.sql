CREATE TABLE "search_changes" (
	"shop" text NOT NULL,
	"engine" text NOT NULL,
	"product_id" bigint NOT NULL,
	"change" bigserial NOT NULL,
	CONSTRAINT "search_changes_shop_engine_product_id_pk" PRIMARY KEY("shop","engine","product_id")
);
--> statement-breakpoint
CREATE TABLE "search_indexes" (
	"shop" text NOT NULL,
	"engine" text NOT NULL,
	"target" text NOT NULL,
	"published_at" timestamp with time zone NOT NULL,
	CONSTRAINT "search_indexes_shop_engine_pk" PRIMARY KEY("shop","engine")
);
--> statement-breakpoint
CREATE INDEX "search_changes_in_order" ON "search_changes" USING btree ("shop","engine","change");