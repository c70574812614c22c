import { liveAdminApi } from "~/connectors/shopify/live.server";
import {
  customerIdsByEmail,
  customersUpdatedAt,
  EMAILS_PER_CALL,
  emailVariables,
} from "~/connectors/shopify/operations/customers";
import type { AdminApi, CallOptions } from "~/connectors/shopify/port";
import { customersMirror, forgetCustomers } from "~/domain/customers/mirror.server";
import { customerGid, customerNumber } from "~/domain/customers/mirror-row";
import { withShop } from "~/platform/db/with-shop.server";

/** The most ids that `nodes` takes. */
const IDS_PER_CALL = 250;

/**
 * Refreshes the mirror's rows for these email addresses. For people in the mirror it reads when they last changed; others are
 * searched by address. This costs one point per person, and only people who have changed are read in full.
 * @returns true, for the engine of imports
 */
export async function lookUpPersons(
  shop: string,
  emails: readonly string[],
  call: CallOptions,
): Promise<true> {
  const api = liveAdminApi(shop);
  const { rows: mirrored } = await withShop(shop, (tx) =>
    tx.$client.query<{ id: string; email: string; updated_at: Date }>(
      `SELECT c.id, lower(c.email) AS email, c.updated_at
         FROM unnest($1::text[]) AS wanted(email) JOIN customers_of_shop c ON lower(c.email) = wanted.email`,
      [emails],
    ),
  );
  const { changed, deletedIds } = await differing(api, mirrored, call);
  if (deletedIds.length > 0) await withShop(shop, (tx) => forgetCustomers(tx, shop, deletedIds));
  const alive = new Set(
    mirrored.filter(({ id }) => !deletedIds.includes(Number(id))).map(({ email }) => email),
  );
  const unknown = emails.filter((email) => !alive.has(email));
  const found = await idsOf(api, unknown, call);
  await customersMirror.readIntoMirror(shop, [...changed, ...found], call);
  return true;
}

async function differing(
  api: AdminApi,
  mirrored: readonly { id: string; updated_at: Date }[],
  call: CallOptions,
): Promise<{ changed: number[]; deletedIds: number[] }> {
  const changed: number[] = [];
  const deletedIds: number[] = [];
  for (let start = 0; start < mirrored.length; start += IDS_PER_CALL) {
    const some = mirrored.slice(start, start + IDS_PER_CALL);
    const { nodes } = await api.run(customersUpdatedAt, { ids: some.map(({ id }) => customerGid(id)) }, call);
    for (const [index, { id, updated_at }] of some.entries()) {
      const node = nodes[index];
      if (!node || !("updatedAt" in node)) deletedIds.push(Number(id));
      else if (Date.parse(node.updatedAt) !== updated_at.getTime()) changed.push(Number(id));
    }
  }
  return { changed, deletedIds };
}

async function idsOf(api: AdminApi, emails: readonly string[], call: CallOptions): Promise<number[]> {
  const found = new Set<number>();
  for (let start = 0; start < emails.length; start += EMAILS_PER_CALL) {
    const some = emails.slice(start, start + EMAILS_PER_CALL);
    const answer = await api.run(customerIdsByEmail, emailVariables(some), call);
    for (const node of Object.values(answer)) {
      const id = node && customerNumber(node.id);
      if (id) found.add(id);
    }
  }
  return [...found];
}
