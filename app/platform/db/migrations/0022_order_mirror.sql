CREATE TABLE "order_lines" (
	"shop" text NOT NULL,
	"id" bigint NOT NULL,
	"order_id" bigint NOT NULL,
	"position" integer NOT NULL,
	"sku" text,
	"title" text NOT NULL,
	"quantity" integer NOT NULL,
	"current_quantity" integer NOT NULL,
	"price_cents" bigint NOT NULL,
	"total_cents" bigint NOT NULL,
	"group_id" text,
	"group_title" text,
	"group_sku" text,
	"group_quantity" integer,
	"attributes" jsonb DEFAULT '[]'::jsonb NOT NULL,
	CONSTRAINT "order_lines_shop_id_pk" PRIMARY KEY("shop","id")
);
--> statement-breakpoint
CREATE TABLE "orders" (
	"shop" text NOT NULL,
	"id" bigint NOT NULL,
	"name" text NOT NULL,
	"customer_id" bigint,
	"processed_at" timestamp with time zone NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"updated_at" timestamp with time zone NOT NULL,
	"cancelled_at" timestamp with time zone,
	"fulfilled_at" timestamp with time zone,
	"delivered_at" timestamp with time zone,
	"financial_status" text NOT NULL,
	"fulfillment_status" text NOT NULL,
	"return_status" text NOT NULL,
	"risk" text NOT NULL,
	"test" boolean NOT NULL,
	"source_name" text,
	"source_identifier" text,
	"tags" text[] DEFAULT '{}' NOT NULL,
	"discount_codes" text[] DEFAULT '{}' NOT NULL,
	"total_cents" bigint NOT NULL,
	"discount_cents" bigint NOT NULL,
	"refunded_cents" bigint NOT NULL,
	"mirrored_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "orders_shop_id_pk" PRIMARY KEY("shop","id")
);
--> statement-breakpoint
CREATE TABLE "stale_orders" (
	"shop" text NOT NULL,
	"order_id" bigint NOT NULL,
	"noted_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "stale_orders_shop_order_id_pk" PRIMARY KEY("shop","order_id")
);
--> statement-breakpoint
CREATE INDEX "lines_of_order" ON "order_lines" USING btree ("shop","order_id","position","id");--> statement-breakpoint
CREATE INDEX "orders_by_name" ON "orders" USING btree ("shop","name","id");--> statement-breakpoint
CREATE INDEX "orders_of_customer" ON "orders" USING btree ("shop","customer_id","processed_at" DESC NULLS FIRST,"id" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "orders_by_day" ON "orders" USING btree ("shop","processed_at","id");--> statement-breakpoint
CREATE INDEX "orders_by_source_identifier" ON "orders" USING btree ("shop","source_identifier") WHERE "orders"."source_identifier" IS NOT NULL;--> statement-breakpoint
CREATE INDEX "orders_by_discount_code" ON "orders" USING gin ("discount_codes") WHERE "orders"."discount_codes" <> '{}';--> statement-breakpoint
CREATE VIEW "public"."order_lines_of_shop" AS (select "shop", "id", "order_id", "position", "sku", "title", "quantity", "current_quantity", "price_cents", "total_cents", "group_id", "group_title", "group_sku", "group_quantity", "attributes" from "order_lines" where "order_lines"."shop" = current_setting('app.shop'));--> statement-breakpoint
CREATE VIEW "public"."orders_of_shop" AS (select "shop", "id", "name", "customer_id", "processed_at", "created_at", "updated_at", "cancelled_at", "fulfilled_at", "delivered_at", "financial_status", "fulfillment_status", "return_status", "risk", "test", "source_name", "source_identifier", "tags", "discount_codes", "total_cents", "discount_cents", "refunded_cents", "mirrored_at" from "orders" where "orders"."shop" = current_setting('app.shop'));