CREATE TABLE "giveaway_entry_requests" (
	"shop" text NOT NULL,
	"id" uuid NOT NULL,
	"giveaway_id" integer NOT NULL,
	"email" text NOT NULL,
	"address" text NOT NULL,
	"first_name" text NOT NULL,
	"last_name" text NOT NULL,
	"mailed_at" timestamp with time zone NOT NULL,
	"expires_at" timestamp with time zone NOT NULL,
	"number" integer,
	CONSTRAINT "giveaway_entry_requests_shop_id_pk" PRIMARY KEY("shop","id")
);
--> statement-breakpoint
ALTER TABLE "giveaway_entrants" ADD COLUMN "mailbox" text GENERATED ALWAYS AS (regexp_replace(address, '^([^+@]+)\+[^@]*@', '\1@')) STORED;--> statement-breakpoint
CREATE UNIQUE INDEX "one_entry_request_per_address" ON "giveaway_entry_requests" USING btree ("shop","giveaway_id","address");--> statement-breakpoint
CREATE INDEX "entry_requests_by_address" ON "giveaway_entry_requests" USING btree ("shop","address");--> statement-breakpoint
CREATE INDEX "entry_requests_by_expiry" ON "giveaway_entry_requests" USING btree ("shop","expires_at");--> statement-breakpoint
CREATE INDEX "entrants_by_mailbox" ON "giveaway_entrants" USING btree ("shop","giveaway_id","mailbox");