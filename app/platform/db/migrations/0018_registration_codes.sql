CREATE TABLE "code_registrations" (
	"shop" text NOT NULL,
	"code_id" integer NOT NULL,
	"address" text NOT NULL,
	"customer_id" bigint NOT NULL,
	"partner_handle" text NOT NULL,
	"kind" text NOT NULL,
	"registered_at" timestamp with time zone NOT NULL,
	CONSTRAINT "code_registrations_shop_code_id_address_pk" PRIMARY KEY("shop","code_id","address")
);
--> statement-breakpoint
CREATE TABLE "open_code_registrations" (
	"shop" text NOT NULL,
	"code_id" integer NOT NULL,
	"address" text NOT NULL,
	"email" text NOT NULL,
	"first_name" text NOT NULL,
	"last_name" text NOT NULL,
	"kind" text NOT NULL,
	"partner_handle" text NOT NULL,
	"tags" text[] NOT NULL,
	"spend_limit" integer,
	"attempt" uuid NOT NULL,
	"started_at" timestamp with time zone NOT NULL,
	"lease_until" timestamp with time zone NOT NULL,
	CONSTRAINT "open_code_registrations_shop_code_id_address_pk" PRIMARY KEY("shop","code_id","address")
);
--> statement-breakpoint
CREATE TABLE "partners" (
	"shop" text NOT NULL,
	"handle" text NOT NULL,
	"name" text NOT NULL,
	"position" integer NOT NULL,
	CONSTRAINT "partners_shop_handle_pk" PRIMARY KEY("shop","handle")
);
--> statement-breakpoint
CREATE TABLE "registration_codes" (
	"shop" text NOT NULL,
	"id" integer NOT NULL,
	"code" text NOT NULL,
	"start_day" date NOT NULL,
	"end_day" date NOT NULL,
	"partner_handle" text NOT NULL,
	"spend_limit" integer,
	"max_count" integer,
	"current_count" integer DEFAULT 0 NOT NULL,
	"tags" text[] NOT NULL,
	"email_domains" text[] NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"operation_id" uuid NOT NULL,
	CONSTRAINT "registration_codes_shop_id_pk" PRIMARY KEY("shop","id")
);
--> statement-breakpoint
CREATE INDEX "code_registrations_of_customer" ON "code_registrations" USING btree ("shop","customer_id","registered_at");--> statement-breakpoint
CREATE INDEX "code_registrations_by_partner" ON "code_registrations" USING btree ("shop","partner_handle","registered_at");--> statement-breakpoint
CREATE UNIQUE INDEX "one_code_per_text" ON "registration_codes" USING btree ("shop",lower("code"));--> statement-breakpoint
CREATE UNIQUE INDEX "one_code_per_operation" ON "registration_codes" USING btree ("shop","operation_id");--> statement-breakpoint
CREATE INDEX "codes_by_partner" ON "registration_codes" USING btree ("shop","partner_handle");