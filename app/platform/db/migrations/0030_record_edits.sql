CREATE TABLE "record_edits" (
	"shop" text NOT NULL,
	"customer_id" bigint NOT NULL,
	"changes" jsonb NOT NULL,
	"edited_by_id" text NOT NULL,
	"edited_by_name" text NOT NULL,
	"flag" text NOT NULL,
	"attempt" uuid NOT NULL,
	"started_at" timestamp with time zone NOT NULL,
	"lease_until" timestamp with time zone NOT NULL,
	CONSTRAINT "record_edits_shop_customer_id_pk" PRIMARY KEY("shop","customer_id")
);
