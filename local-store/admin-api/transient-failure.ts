import { type GraphQLResolveInfo, getNamedType, isObjectType } from "graphql";
import type { RequestContext } from "./context.ts";

/**
 * By the shop's fault knob `userError`: the payload of a mutation that was not executed, with one entry of a passing
 * fault in `userErrors`. Null when the knob does not strike.
 */
export function transientFailure(
  context: RequestContext,
  info: GraphQLResolveInfo,
): Record<string, unknown> | null {
  const shop = context.shop.domain;
  const { faults, counters } = context.store;
  const { userError } = faults.of(shop, info.operation.name?.value);
  if (!faults.strikes(shop, userError)) return null;
  const type = getNamedType(info.returnType);
  if (!isObjectType(type)) return null;
  counters.fault(shop, "userError");
  const nothing = Object.fromEntries(Object.keys(type.getFields()).map((name) => [name, null]));
  const message = "An internal error occurred. Please try again.";
  return { ...nothing, userErrors: [{ field: null, message, code: null, elementIndex: null }] };
}
