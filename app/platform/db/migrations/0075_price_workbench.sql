CREATE TABLE "price_sku_lists" (
	"shop" text NOT NULL,
	"id" uuid NOT NULL,
	"skus" text[] NOT NULL,
	"entered_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "price_sku_lists_shop_id_pk" PRIMARY KEY("shop","id")
);
--> statement-breakpoint
CREATE INDEX "price_sku_lists_by_age" ON "price_sku_lists" USING btree ("shop","entered_at");--> statement-breakpoint
CREATE INDEX "products_by_vendor" ON "products" USING btree ("shop","vendor","id");--> statement-breakpoint
CREATE INDEX "products_tags" ON "products" USING gin ("tags");--> statement-breakpoint
CREATE INDEX "products_collections" ON "products" USING gin ("collections" jsonb_path_ops);--> statement-breakpoint
CREATE INDEX "products_title_search" ON "products" USING gin (lower("title") gin_trgm_ops);