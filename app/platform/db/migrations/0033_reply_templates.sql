CREATE TABLE "reply_templates" (
	"shop" text NOT NULL,
	"id" bigserial NOT NULL,
	"used_for" text NOT NULL,
	"name" text NOT NULL,
	"body" text NOT NULL,
	CONSTRAINT "reply_templates_shop_id_pk" PRIMARY KEY("shop","id")
);
--> statement-breakpoint
CREATE UNIQUE INDEX "one_reply_template" ON "reply_templates" USING btree ("shop","used_for",lower("name"));