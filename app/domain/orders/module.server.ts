import { declareModule } from "~/core/module.server";

import { ordersCalls } from "./calls.server";
import { eraseLateOrders, eraseOrders } from "./erase-orders.server";
import { ordersMirror } from "./mirror.server";

export const ordersModule = declareModule({
  folder: "domain/orders",
  calls: { orders: ordersCalls },
  declares: [ordersMirror, eraseOrders, eraseLateOrders],
});
