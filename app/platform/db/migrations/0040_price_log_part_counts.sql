CREATE TABLE "price_log_part_counts" (
	"shop" text NOT NULL,
	"first_day" date NOT NULL,
	"of_price_lists" boolean NOT NULL,
	"entries" bigint NOT NULL,
	CONSTRAINT "price_log_part_counts_shop_first_day_of_price_lists_pk" PRIMARY KEY("shop","first_day","of_price_lists")
);
--> statement-breakpoint
ALTER TABLE "price_log_counts" ADD COLUMN "is_in_part" boolean DEFAULT false NOT NULL;--> statement-breakpoint
CREATE INDEX "price_log_counts_not_in_part" ON "price_log_counts" USING btree ("shop","day") WHERE NOT "price_log_counts"."is_in_part";