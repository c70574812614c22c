import { defineFunction } from "~/core/function-entry";
import { callsOf } from "~/core/page-call";
import type { orderReturnsCalls } from "./calls.server";

export const orderReturnsFunction = defineFunction<{ orderReturns: typeof orderReturnsCalls }>({
  name: "orderReturns",
  path: "/orderReturns",
  menuName: "Returns",
  description: "Create returns with a shipping label",
  permission: "showOrderReturns",
  group: "orders",
});

/** Calls as the page posts them. */
export const returnCall = callsOf(orderReturnsFunction);
