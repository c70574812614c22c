import {
  type ReturnLine,
  type ReturnToProcess,
  type ReverseLine,
  returnLines,
  returnToProcess,
  reverseLines,
} from "~/connectors/shopify/operations/returns";
import type { AdminApi, CallOptions } from "~/connectors/shopify/port";
import { readPages } from "./read-pages";

/** A return with all its lines. */
export interface ReturnWithLines extends ReturnToProcess {
  lines: ReturnLine[];
}

/** Reads a return from Shopify. Null when it no longer exists. */
export async function readReturn(
  api: AdminApi,
  id: string,
  callOptions?: CallOptions,
): Promise<ReturnWithLines | null> {
  const [{ return: found }, lines] = await Promise.all([
    api.run(returnToProcess, { id }, callOptions),
    readReturnLines(api, id, null, callOptions),
  ]);
  return found && { ...found, lines };
}

/** The lines of a return. @param after the cursor to begin after */
export const readReturnLines = (
  api: AdminApi,
  id: string,
  after?: string | null,
  callOptions?: CallOptions,
): Promise<ReturnLine[]> =>
  readPages<ReturnLine>(
    async (cursor) =>
      (await api.run(returnLines, { id, after: cursor }, callOptions)).return?.returnLineItems,
    after,
  );

/** What the customer sends back for a return. */
export async function readReverseLines(api: AdminApi, id: string): Promise<ReverseLine[]> {
  const orders = await readPages(
    async (after) => (await api.run(reverseLines, { id, after })).return?.reverseFulfillmentOrders,
  );
  return orders.flatMap(({ lineItems }) => lineItems.nodes);
}
