CREATE TABLE "user_types" (
	"shop" text NOT NULL,
	"id" integer NOT NULL,
	"name" text NOT NULL,
	"tags" text DEFAULT '' NOT NULL,
	"read_only" boolean DEFAULT false NOT NULL,
	"deleted_at" timestamp with time zone,
	"version" integer DEFAULT 1 NOT NULL,
	"operation_id" text NOT NULL,
	CONSTRAINT "user_types_shop_id_pk" PRIMARY KEY("shop","id")
);
--> statement-breakpoint
CREATE UNIQUE INDEX "one_user_type_per_operation" ON "user_types" USING btree ("shop","operation_id");--> statement-breakpoint
CREATE UNIQUE INDEX "one_user_type_per_name" ON "user_types" USING btree ("shop",lower("name")) WHERE deleted_at IS NULL;