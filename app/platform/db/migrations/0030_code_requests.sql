CREATE TABLE "code_requests" (
	"shop" text NOT NULL,
	"id" uuid NOT NULL,
	"code_id" integer NOT NULL,
	"address" text NOT NULL,
	"email" text NOT NULL,
	"first_name" text NOT NULL,
	"last_name" text NOT NULL,
	"kind" text NOT NULL,
	"mailed_at" timestamp with time zone NOT NULL,
	"expires_at" timestamp with time zone NOT NULL,
	CONSTRAINT "code_requests_shop_id_pk" PRIMARY KEY("shop","id")
);
--> statement-breakpoint
CREATE UNIQUE INDEX "one_code_request_per_address" ON "code_requests" USING btree ("shop","code_id","address");--> statement-breakpoint
CREATE INDEX "code_requests_by_address" ON "code_requests" USING btree ("shop","address");--> statement-breakpoint
CREATE INDEX "code_requests_by_expiry" ON "code_requests" USING btree ("shop","expires_at");--> statement-breakpoint
CREATE INDEX "coupon_codes_redeemed" ON "coupon_codes" USING btree ("shop","pool_id") WHERE redeemed_at IS NOT NULL;