import type { ShopTransaction } from "~/platform/db/with-shop.server";
import { readMonths } from "./months.server";

/** What the store owed its customers at the end of a month (UTC), and what moved it. */
export interface LiabilityMonth {
  /** YYYY-MM. */
  month: string;
  addedCents: number;
  /** Without sign. */
  takenCents: number;
  owedCents: number;
}

/** How many months are shown, with the present one. */
const MONTHS = 12;

/** What is owed now, and at the end of each of the last twelve months: told from now on backwards, from the sums of the months. */
export async function readLiability(
  tx: ShopTransaction,
  shop: string,
  now: Date,
): Promise<{ owedCents: number; months: LiabilityMonth[] }> {
  const moved = await readMonths(tx, shop);
  const owedCents = [...moved.values()].reduce((owed, { added, taken }) => owed + added - taken, 0);
  let atEnd = owedCents;
  const months: LiabilityMonth[] = [];
  for (let back = 0; back < MONTHS; back += 1) {
    const first = new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() - back, 1));
    const month = first.toISOString().slice(0, 7);
    const { added = 0, taken = 0 } = moved.get(month) ?? {};
    months.unshift({ month, addedCents: added, takenCents: taken, owedCents: atEnd });
    atEnd -= added - taken;
  }
  return { owedCents, months };
}
