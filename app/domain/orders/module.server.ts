import { defineModule } from "~/core/module.server";
import { ordersContract } from "./contract";
import { eraseLateOrders, eraseOrders } from "./erase-orders.server";
import { ordersMirror } from "./mirror.server";
import { ordersRouter } from "./orders.server";

export const ordersModule = defineModule({
  folder: "domain/orders",
  calls: { contract: { orders: ordersContract }, router: { orders: ordersRouter } },
  mirrors: [ordersMirror],
  erasures: [eraseOrders, eraseLateOrders],
});
