CREATE TABLE "customer_notes" (
	"shop" text NOT NULL,
	"id" uuid NOT NULL,
	"customer_id" bigint NOT NULL,
	"text" text NOT NULL,
	"author_id" text NOT NULL,
	"author_name" text NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"edited_at" timestamp with time zone,
	"deleted_at" timestamp with time zone,
	"version" integer DEFAULT 1 NOT NULL,
	"operation_id" text NOT NULL,
	CONSTRAINT "customer_notes_shop_id_pk" PRIMARY KEY("shop","id"),
	CONSTRAINT "one_note_per_operation" UNIQUE("shop","operation_id")
);
--> statement-breakpoint
CREATE INDEX "notes_of_a_customer" ON "customer_notes" USING btree ("shop","customer_id","created_at" DESC NULLS FIRST) WHERE deleted_at IS NULL;