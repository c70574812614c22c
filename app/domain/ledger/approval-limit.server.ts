import { subHours } from "date-fns";
import { defineSafeguard, isLooserMaximum } from "~/core/safeguards/safeguard.server";
import { readSetting, writeSetting } from "~/core/settings/stored-setting.server";
import type { Administrator } from "~/platform/auth/permission";
import type { ShopTransaction } from "~/platform/db/with-shop.server";
import { addCents, type Cents, cents, centsFromDatabase, sumCents } from "~/platform/money/cents";
import { centsSchema } from "~/platform/money/cents-schema";
import { formatMoney } from "~/platform/money/format-money";
import type { NewPosting } from "./post.server";
import { publishCreditsChanged } from "./publish-credits-changed.server";

const KEY = "credits.approvalAboveCents";

/** What Activity calls it. */
const NAME = "Store credit: second approver";

/** Requests above this total need a second approver. Null: never. */
export async function readApprovalLimit(tx: ShopTransaction, shop: string): Promise<Cents | null> {
  const limit = await readSetting(tx, shop, KEY);
  return typeof limit === "number" ? cents(limit) : null;
}

/** The owner's limit for one person's credits. */
export const approvalLimit = defineSafeguard<Cents | null>({
  name: KEY,
  about: { title: NAME, flag: "showCredits" },
  value: centsSchema.nullable(),
  read: readApprovalLimit,
  write: (tx, shop, _subjectId, { value, actor, at }) =>
    writeSetting(tx, shop, { key: KEY, value: value ?? false }, { by: actor.id, at }),
  isLooser: isLooserMaximum,
  describe: (value, { currency }) => (value === null ? "never" : formatMoney(value, currency)),
  publish: publishCreditsChanged,
});

const WINDOW_HOURS = 24;

/** The operation key of an approved request begins with this. Other keys begin with an administrator's number. */
export const APPROVED_KEY = "approval:";

/** A change that someone wants to post. */
export type WantedChange = Pick<NewPosting, "customerId" | "type" | "amountCents">;

/**
 * Whether these changes need a second approver: when they, with what the same administrator posted within 24 hours, are above the
 * limit, or when a customer would receive more than the limit within 24 hours. Pending and reversed postings count, because the
 * next one could otherwise start over. Failed and approved ones don't. Requests of the shop wait for each other until the
 * transaction ends, so that two at the same time can't both be within the limit.
 * @returns the limit that is exceeded, or null
 */
export async function exceededApprovalLimit(
  tx: ShopTransaction,
  shop: string,
  { by, now, changes }: { by: Pick<Administrator, "id">; now: Date; changes: readonly WantedChange[] },
): Promise<Cents | null> {
  const limit = await readApprovalLimit(tx, shop);
  if (limit === null || changes.length === 0) return null;
  const total = sumCents(changes.map(({ amountCents }) => amountCents));
  if (total > limit) return limit;
  await lockRequests(tx, shop);
  const received = changes.filter(({ type }) => type === "Credit");
  const { rows } = await tx.$client.query<{ posted: string; received: string }>(
    `WITH recent AS (
       SELECT actor_id, customer_id, amount_cents FROM ledger_postings AS posting
        WHERE shop = $1 AND at > $2 AND type IN ('Credit', 'Adjustment')
          AND operation_key IS NOT NULL AND NOT starts_with(operation_key, $3)
          AND NOT EXISTS (SELECT 1 FROM ledger_outcomes AS outcome
                           WHERE outcome.shop = posting.shop AND outcome.posting_id = posting.id AND outcome.state = 'FAILED')),
     wanted AS (
       SELECT customer_id, sum(cents) AS cents FROM unnest($5::bigint[], $6::bigint[]) AS one (customer_id, cents) GROUP BY customer_id)
     SELECT (SELECT coalesce(sum(abs(amount_cents)), 0) FROM recent WHERE actor_id = $4) AS posted,
            (SELECT coalesce(max(cents + (SELECT coalesce(sum(amount_cents), 0) FROM recent
                                           WHERE recent.customer_id = wanted.customer_id AND amount_cents > 0)), 0)
               FROM wanted) AS received`,
    [
      shop,
      subHours(now, WINDOW_HOURS),
      APPROVED_KEY,
      by.id,
      received.map(({ customerId }) => customerId),
      received.map(({ amountCents }) => amountCents),
    ],
  );
  const sums = rows[0];
  if (!sums) return null;
  const isAbove =
    addCents(centsFromDatabase(sums.posted), total) > limit || centsFromDatabase(sums.received) > limit;
  return isAbove ? limit : null;
}

/**
 * Takes the lock under which requests are compared with the limit. Work that locks an account before it compares must call this
 * first: other requests lock in this order, and two could otherwise deadlock.
 */
export async function lockLimitBeforeAccounts(tx: ShopTransaction, shop: string): Promise<void> {
  if ((await readApprovalLimit(tx, shop)) !== null) await lockRequests(tx, shop);
}

const lockRequests = (tx: ShopTransaction, shop: string) =>
  tx.$client.query("SELECT pg_advisory_xact_lock(hashtextextended($1, 0))", [`approval limit ${shop}`]);
