CREATE TABLE "invitation_refusals" (
	"shop" text NOT NULL,
	"invitation_id" uuid NOT NULL,
	"reason" text NOT NULL,
	"at" timestamp with time zone NOT NULL,
	CONSTRAINT "invitation_refusals_shop_invitation_id_pk" PRIMARY KEY("shop","invitation_id")
);
