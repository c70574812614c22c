import { deleteRowsOf, erasure, readCounts } from "~/core/erasure/erasure.server";
import { defineHook } from "~/core/hook.server";
import type { MirrorColumns } from "~/core/mirrors/mirror-columns.server";
import { deleteRows } from "~/core/mirrors/write-rows.server";
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

/** Deletes rows about the customer, except the customer's own row. */
export const eraseCustomerRows = erasure("rows about the customer", {
  stage: 30,
  async findContacts(client, { shop, customerId }) {
    const { rows } = await client.query<{ contact: string | null }>(
      "SELECT unnest(ARRAY[email, phone]) AS contact FROM customers WHERE shop = $1 AND id = $2",
      [shop, customerId],
    );
    return rows.map(({ contact }) => contact);
  },
  async findOthers(client, { shop, customerId }, addresses) {
    const { rows } = await client.query<{ address: string }>(
      `SELECT lower(email) AS address FROM customers WHERE shop = $1 AND lower(email) = ANY($3::text[]) AND id <> $2`,
      [shop, customerId, addresses],
    );
    return rows.map(({ address }) => address);
  },
  erase: (client, person) => deleteRowsOf(client, person, ["stale_customers", "record_edits"]),
  report: (client, { shop, customerId }) =>
    readCounts(client, "SELECT EXISTS (SELECT 1 FROM customers WHERE shop = $1 AND id = $2) AS mirrored", [
      shop,
      customerId,
    ]),
});

/** Deletes the customer, after everything that refers to them. Their id stays in the mirror's tombstone for a day. */
export const eraseCustomer = erasure("customer", {
  // Last, because the counts of registrations are locked from here on.
  stage: 150,
  erase: (client, { shop, customerId }) =>
    deleteRows({ $client: client }, shop, { name: "customers", table: "customers" }, [customerId]),
});
