import { publishChange } from "~/platform/realtime/publish.server";
import { CUSTOMER_KINDS, type CustomerKind } from "./kinds";
import { customerGid } from "./mirror-row";

/**
 * Tells every page that shows customers that some of them changed. Call it after the transaction has committed.
 * @param ids their numbers; without them the lists as a whole have changed
 * @param kinds the kinds that they are of, where that is known
 */
export function publishCustomers(
  shop: string,
  ids?: readonly number[],
  kinds: readonly CustomerKind[] = CUSTOMER_KINDS,
): void {
  for (const { list, flag } of kinds) publishChange(shop, flag, { list, ids: ids?.map(customerGid) });
}
