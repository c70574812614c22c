CREATE TABLE "request_links" (
	"shop" text NOT NULL,
	"id" uuid NOT NULL,
	"kind" text NOT NULL,
	"subject_id" text NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"expires_at" timestamp with time zone NOT NULL,
	CONSTRAINT "request_links_shop_id_pk" PRIMARY KEY("shop","id")
);
--> statement-breakpoint
CREATE TABLE "request_messages" (
	"shop" text NOT NULL,
	"id" bigserial NOT NULL,
	"kind" text NOT NULL,
	"subject_id" text NOT NULL,
	"author" text NOT NULL,
	"text" text NOT NULL,
	"attachment_id" uuid,
	"replaced_id" uuid,
	"operation_id" text NOT NULL,
	"customer_id" bigint,
	"email" text,
	"at" timestamp with time zone NOT NULL,
	CONSTRAINT "request_messages_shop_id_pk" PRIMARY KEY("shop","id"),
	CONSTRAINT "one_request_message_per_operation" UNIQUE("shop","kind","subject_id","operation_id")
);
--> statement-breakpoint
CREATE INDEX "request_links_of_subject" ON "request_links" USING btree ("shop","kind","subject_id","created_at");--> statement-breakpoint
CREATE INDEX "request_links_by_expiry" ON "request_links" USING btree ("shop","expires_at");--> statement-breakpoint
CREATE INDEX "request_messages_of_customer" ON "request_messages" USING btree ("shop","customer_id");--> statement-breakpoint
CREATE INDEX "request_messages_of_email" ON "request_messages" USING btree ("shop","email");