import { defineFunction } from "~/core/function-entry";
import type { orderReturnsCalls } from "./calls.server";

export const orderReturnsFunction = defineFunction<{ orderReturns: typeof orderReturnsCalls }>({
  name: "orderReturns",
  path: "/orderReturns",
  menuName: "Returns",
  description: "Create returns with a shipping label",
  permission: "showOrderReturns",
  group: "orders",
});
