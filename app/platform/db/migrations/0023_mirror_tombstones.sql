CREATE TABLE "mirror_tombstones" (
	"shop" text NOT NULL,
	"mirror" text NOT NULL,
	"id" bigint NOT NULL,
	"deleted_at" timestamp with time zone NOT NULL,
	CONSTRAINT "mirror_tombstones_shop_mirror_id_pk" PRIMARY KEY("shop","mirror","id")
);
