CREATE TABLE "ekata_checks" (
	"shop" text NOT NULL,
	"order_id" bigint NOT NULL,
	"day" date NOT NULL,
	"risk_score" integer,
	"network_score" double precision,
	"checked_at" timestamp with time zone NOT NULL,
	"operation_id" text NOT NULL,
	"written_at" timestamp with time zone,
	CONSTRAINT "ekata_checks_shop_order_id_day_pk" PRIMARY KEY("shop","order_id","day")
);
