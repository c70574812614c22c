CREATE TABLE "below_mapp_tags" (
	"shop" text NOT NULL,
	"product_id" bigint NOT NULL,
	"set_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "below_mapp_tags_shop_product_id_pk" PRIMARY KEY("shop","product_id")
);
--> statement-breakpoint
CREATE TABLE "media_changes" (
	"shop" text NOT NULL,
	"id" uuid NOT NULL,
	"product_gid" text NOT NULL,
	"digest" text,
	"list" jsonb NOT NULL,
	"entry" jsonb NOT NULL,
	"started_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "media_changes_shop_id_pk" PRIMARY KEY("shop","id")
);
