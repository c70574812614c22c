import { defineFunction } from "~/core/function-entry";
import type { orderReturnsContract } from "./contract";

export const orderReturnsFunction = defineFunction<{ orderReturns: typeof orderReturnsContract }>({
  name: "orderReturns",
  path: "/orderReturns",
  menuName: "Returns",
  description: "Create returns with a shipping label",
  permission: "showOrderReturns",
  group: "orders",
});
