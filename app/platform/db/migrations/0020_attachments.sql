CREATE TABLE "attachment_parts" (
	"shop" text NOT NULL,
	"attachment_id" uuid NOT NULL,
	"variant" text NOT NULL,
	"position" integer NOT NULL,
	"bytes" "bytea" NOT NULL,
	CONSTRAINT "attachment_parts_shop_attachment_id_variant_position_pk" PRIMARY KEY("shop","attachment_id","variant","position")
);
--> statement-breakpoint
CREATE TABLE "attachments" (
	"shop" text NOT NULL,
	"id" uuid NOT NULL,
	"kind" text NOT NULL,
	"permission" text NOT NULL,
	"name" text NOT NULL,
	"content_type" text NOT NULL,
	"digest" text NOT NULL,
	"size" integer NOT NULL,
	"thumbnail_size" integer,
	"width" integer,
	"height" integer,
	"customer_id" bigint,
	"email" text,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"stored_at" timestamp with time zone,
	CONSTRAINT "attachments_shop_id_pk" PRIMARY KEY("shop","id")
);
--> statement-breakpoint
CREATE INDEX "attachments_of_a_customer" ON "attachments" USING btree ("shop","customer_id") WHERE customer_id IS NOT NULL;--> statement-breakpoint
CREATE INDEX "attachments_of_an_email" ON "attachments" USING btree ("shop","email") WHERE email IS NOT NULL;--> statement-breakpoint
CREATE INDEX "attachments_not_stored" ON "attachments" USING btree ("shop","created_at") WHERE stored_at IS NULL;