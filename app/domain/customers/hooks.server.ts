import { defineHook } from "~/core/hook.server";
import type { MirrorColumns } from "~/core/mirrors/mirror-columns.server";
import type { ShopTransaction } from "~/platform/db/with-shop.server";
import type { MirrorRow } from "./mirror-row";

/** Columns that other modules add to the mirror's rows. */
export const customerColumns = defineHook<MirrorColumns<MirrorRow>>("customers.mirror-columns");

/** A status of a customer, as people read it: of what, and which. */
export interface CustomerStatus {
  noun: string;
  status: string;
}

/** What other modules say about the status of a customer with these tags. */
export const customerStatuses =
  defineHook<
    (
      tx: ShopTransaction,
      shop: string,
      customerId: number,
      tags: readonly string[],
    ) => Promise<CustomerStatus[]>
  >("customers.statuses");

/**
 * Why a customer that an import created is kept when the import is undone, such as "they have a note". Null for no reason. Otherwise
 * what a module stored about the customer would be left without them.
 */
export const keepReasons =
  defineHook<(tx: ShopTransaction, shop: string, customerId: number) => Promise<string | null>>(
    "customers.keep-reasons",
  );
