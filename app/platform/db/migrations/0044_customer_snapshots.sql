CREATE TABLE "customer_snapshots" (
	"shop" text NOT NULL,
	"day" date NOT NULL,
	"read_at" timestamp with time zone NOT NULL,
	"is_total_exact" boolean NOT NULL,
	"total" integer NOT NULL,
	"with_aic_tag" integer NOT NULL,
	"without_aic_tag" integer NOT NULL,
	"email_subscribed" integer NOT NULL,
	"sms_subscribed" integer NOT NULL,
	"with_aic_tag_email_subscribed" integer NOT NULL,
	"with_aic_tag_sms_subscribed" integer NOT NULL,
	"without_aic_tag_email_subscribed" integer NOT NULL,
	"without_aic_tag_sms_subscribed" integer NOT NULL,
	CONSTRAINT "customer_snapshots_shop_day_pk" PRIMARY KEY("shop","day")
);
