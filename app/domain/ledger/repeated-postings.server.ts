import { z } from "zod";
import { defineSafeguard, isLooserMinimum } from "~/core/safeguards/safeguard.server";
import { readSetting, writeSetting } from "~/core/settings/stored-setting.server";
import type { ShopTransaction } from "~/platform/db/with-shop.server";
import { type Cents, centsFromDatabase } from "~/platform/money/cents";
import type { NewPosting } from "./post.server";
import { SIGN_OF } from "./posting";
import { publishCreditsChanged } from "./publish-credits-changed.server";
import { IS_IN_EFFECT } from "./reverse.server";
import { DEFAULT_REPEAT_DAYS } from "./settings";

const KEY = "credits.repeatDays";

/** What Activity calls it. */
const NAME = "Store credit: repeated credits";

/** For how many days an administrator is asked before the same customer gets the same amount with the same reference again. 0: never. */
export async function readRepeatDays(tx: ShopTransaction, shop: string): Promise<number> {
  const days = await readSetting(tx, shop, KEY);
  return typeof days === "number" ? days : DEFAULT_REPEAT_DAYS;
}

/** The owner's number of days in which a repeated credit is asked about. */
export const repeatDays = defineSafeguard<number>({
  name: KEY,
  about: { title: NAME, flag: "showCredits" },
  value: z.number(),
  read: readRepeatDays,
  write: (tx, shop, _subjectId, { value, actor, at }) =>
    writeSetting(tx, shop, { key: KEY, value }, { by: actor.id, at }),
  isLooser: isLooserMinimum,
  describe: (days) => `${days} days`,
  publish: publishCreditsChanged,
});

/** A posting that was made before. */
export interface EarlierPosting {
  customerId: number;
  customerName: string;
  /** Without sign. */
  amountCents: Cents;
  reference: string;
  at: Date;
  /** The administrator who made it. */
  by: string;
}

type EarlierRow = Omit<EarlierPosting, "amountCents"> & { customerId: string; amountCents: string };

const COLUMNS = `posting.customer_id::text AS "customerId",
  coalesce(nullif(account.name, ''), account.email, posting.customer_id::text) AS "customerName",
  abs(posting.amount_cents)::text AS "amountCents", posting.reference, posting.at,
  coalesce(nullif(posting.actor_name, ''), posting.actor_email) AS by`;

/** In effect, and not a reversal. */
const IS_REPEATABLE = `posting.reverses_id IS NULL AND ${IS_IN_EFFECT}`;

const toEarlierPosting = ({ customerId, amountCents, ...row }: EarlierRow): EarlierPosting => ({
  ...row,
  customerId: Number(customerId),
  amountCents: centsFromDatabase(amountCents),
});

/**
 * Postings since an instant that were of the same type, amount and reference, to the same customer. Of each customer, the latest one.
 * @returns in the order of `postings`
 */
export async function findRepeated(
  tx: ShopTransaction,
  shop: string,
  postings: readonly Pick<NewPosting, "customerId" | "type" | "amountCents" | "reference">[],
  since: Date,
): Promise<EarlierPosting[]> {
  const { rows } = await tx.$client.query<EarlierRow>(
    `SELECT earlier.* FROM unnest($2::bigint[], $3::text[], $4::bigint[], $5::text[])
            WITH ORDINALITY AS wanted (customer_id, type, cents, reference, place),
          LATERAL (
            SELECT ${COLUMNS} FROM ledger_postings AS posting
              JOIN credit_accounts AS account ON account.shop = $1 AND account.customer_id = posting.customer_id
             WHERE posting.shop = $1 AND posting.customer_id = wanted.customer_id AND posting.at >= $6
               AND posting.type = wanted.type AND posting.amount_cents = wanted.cents
               AND lower(posting.reference) = lower(wanted.reference) AND ${IS_REPEATABLE}
             ORDER BY posting.at DESC, posting.number DESC LIMIT 1) AS earlier
      ORDER BY wanted.place`,
    [
      shop,
      postings.map(({ customerId }) => customerId),
      postings.map(({ type }) => type),
      postings.map(({ type, amountCents }) => SIGN_OF[type] * amountCents),
      postings.map(({ reference }) => reference.trim()),
      since,
    ],
  );
  return rows.map(toEarlierPosting);
}

/** The latest credits of a customer, newest first. @param most how many */
export async function findLatestCredits(
  tx: ShopTransaction,
  shop: string,
  customerId: number,
  most: number,
): Promise<EarlierPosting[]> {
  const { rows } = await tx.$client.query<EarlierRow>(
    `SELECT ${COLUMNS} FROM ledger_postings AS posting
       JOIN credit_accounts AS account ON account.shop = $1 AND account.customer_id = posting.customer_id
      WHERE posting.shop = $1 AND posting.customer_id = $2 AND posting.type = 'Credit' AND ${IS_REPEATABLE}
      ORDER BY posting.at DESC, posting.number DESC LIMIT $3`,
    [shop, customerId, most],
  );
  return rows.map(toEarlierPosting);
}
