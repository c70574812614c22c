import { type GraphQLResolveInfo, getNamedType, isObjectType } from "graphql";
import type { RequestContext } from "./context.ts";

/**
 * The payload of a mutation that fails with a transient error in `userErrors`, as the fault knob `userError` specifies. Returns null
 * if no fault is injected.
 */
export function transientFailure(
  context: RequestContext,
  info: GraphQLResolveInfo,
): Record<string, unknown> | null {
  const shop = context.shop.domain;
  const { faults, counters } = context.store;
  const { userError } = faults.of(shop, info.operation.name?.value);
  if (!faults.shouldInject(shop, userError)) return null;
  const type = getNamedType(info.returnType);
  if (!isObjectType(type)) return null;
  counters.fault(shop, "userError");
  const emptyPayload = Object.fromEntries(Object.keys(type.getFields()).map((name) => [name, null]));
  const message = "An internal error occurred. Please try again.";
  const errors = [{ field: null, message, code: null, elementIndex: null, elementKey: null }];
  return { ...emptyPayload, userErrors: errors, mediaUserErrors: errors };
}
