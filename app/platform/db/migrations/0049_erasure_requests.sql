CREATE TABLE "erasure_requests" (
	"shop" text NOT NULL,
	"id" uuid DEFAULT gen_random_uuid() NOT NULL,
	"customer_id" bigint NOT NULL,
	"contacts" text[] NOT NULL,
	"requested_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "erasure_requests_shop_id_pk" PRIMARY KEY("shop","id")
);
