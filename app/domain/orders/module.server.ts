import { declareModule } from "~/core/module.server";

import { ordersCalls } from "./calls.server";
import { eraseLateOrders, eraseOrders, ordersMirror } from "./mirror.server";
import { ordersInPalette } from "./read-orders.server";

export const ordersModule = declareModule({
  folder: "domain/orders",
  calls: { orders: ordersCalls },
  declares: [ordersInPalette, ordersMirror, eraseOrders, eraseLateOrders],
});
