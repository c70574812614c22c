import { defineCardPart } from "~/domain/customers/card-part";
import type { ordersCalls } from "./calls.server";
import { type LatestOrders, OrdersPart } from "./ui/OrdersPart";

export const ordersPart = defineCardPart<{ orders: typeof ordersCalls }, LatestOrders>({
  id: "orders",
  title: "Orders",
  permission: "showOrderReturns",
  place: "main",
  order: 20,
  load: (calls, _customer, id) => calls.orders.ofCustomer({ id }),
  component: OrdersPart,
});
