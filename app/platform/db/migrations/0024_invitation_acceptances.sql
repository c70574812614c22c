CREATE TABLE "invitation_acceptances" (
	"shop" text NOT NULL,
	"invitation_id" uuid NOT NULL,
	"link_id" uuid NOT NULL,
	"first_name" text NOT NULL,
	"last_name" text NOT NULL,
	"tags" text[] NOT NULL,
	"attempt" uuid NOT NULL,
	"started_at" timestamp with time zone NOT NULL,
	"lease_until" timestamp with time zone NOT NULL,
	CONSTRAINT "invitation_acceptances_shop_invitation_id_pk" PRIMARY KEY("shop","invitation_id")
);
