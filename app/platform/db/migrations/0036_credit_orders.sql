CREATE TABLE "credit_orders_to_look_up" (
	"shop" text NOT NULL,
	"order_id" bigint NOT NULL,
	CONSTRAINT "credit_orders_to_look_up_shop_order_id_pk" PRIMARY KEY("shop","order_id")
);
