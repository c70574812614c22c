import { and, eq } from "drizzle-orm";
import type { CallContext } from "~/core/context.server";
import { type CreditAccount, findAccounts } from "~/domain/ledger/list-accounts.server";
import type { EarlierPosting } from "~/domain/ledger/repeated-postings.server";
import { type ShopTransaction, withShop } from "~/platform/db/with-shop.server";
import { notFound } from "~/platform/errors";
import { centsFromDatabase } from "~/platform/money/cents";
import type { CreditRequest } from "../credit-request";
import type { ApprovalPerson } from "./schemas";
import { creditApprovals } from "./tables.server";

/** A request to reverse a posting that waits for approval. */
export interface WaitingReversal {
  id: string;
  /** The administrator who made it. */
  askedByName: string;
  askedAt: Date;
}

/** The requests to reverse postings that wait for approval. @returns by the posting's id */
export async function findWaitingReversals(
  tx: ShopTransaction,
  shop: string,
  postingIds: readonly string[],
): Promise<Map<string, WaitingReversal>> {
  if (postingIds.length === 0) return new Map();
  const { rows } = await tx.$client.query<WaitingReversal & { reversesId: string }>(
    `SELECT DISTINCT ON (reverses_id) reverses_id AS "reversesId", id, asked_at AS "askedAt",
            coalesce(nullif(asked_by_name, ''), asked_by_email) AS "askedByName"
       FROM credit_approvals
      WHERE shop = $1 AND state = 'waiting' AND reverses_id = ANY($2::uuid[])
      ORDER BY reverses_id, asked_at`,
    [shop, postingIds],
  );
  return new Map(rows.map(({ reversesId, ...request }) => [reversesId, request]));
}

/** Requests that wait for approval. */
interface WaitingRequests {
  /** How many requests they are. One request may be for several customers, and several for one. */
  requestCount: number;
  /** The latest one of each customer, in the order of the customers, as if they had been posted. */
  waiting: EarlierPosting[];
}

/**
 * Requests that wait for approval and are of the same type, amount and reference, for some of the same customers, however old they
 * are.
 */
export async function findWaiting(
  tx: ShopTransaction,
  shop: string,
  { customerIds, type, amountCents, reference }: CreditRequest,
): Promise<WaitingRequests> {
  const { rows } = await tx.$client.query<
    Omit<EarlierPosting, "amountCents"> & { customerId: string; amountCents: string; requestIds: string[] }
  >(
    `SELECT earlier.* FROM unnest($2::bigint[]) WITH ORDINALITY AS wanted (customer_id, place),
          LATERAL (
            SELECT account.customer_id::text AS "customerId",
                   coalesce(nullif(account.name, ''), account.email, account.customer_id::text) AS "customerName",
                   request.amount_cents::text AS "amountCents", request.reference, request.asked_at AS at,
                   coalesce(nullif(request.asked_by_name, ''), request.asked_by_email) AS by,
                   array_agg(request.id::text) OVER () AS "requestIds"
              FROM credit_approvals AS request
              JOIN credit_accounts_of_shop AS account ON account.customer_id = wanted.customer_id
             WHERE request.shop = $1 AND request.state = 'waiting' AND request.reverses_id IS NULL
               AND request.type = $3 AND request.amount_cents = $4 AND lower(request.reference) = lower($5)
               AND request.customer_ids @> to_jsonb(wanted.customer_id)
             ORDER BY request.asked_at DESC LIMIT 1) AS earlier
      ORDER BY wanted.place`,
    [shop, customerIds, type, amountCents, reference.trim()],
  );
  return {
    requestCount: new Set(rows.flatMap(({ requestIds }) => requestIds)).size,
    waiting: rows.map(({ customerId, amountCents: cents, requestIds, ...row }) => ({
      ...row,
      customerId: Number(customerId),
      amountCents: centsFromDatabase(cents),
    })),
  };
}

/** How many customers are named before the list is opened. */
const MAX_NAMED = 3;

const personOf = ({ customerId, name, email, balanceCents }: CreditAccount): ApprovalPerson => ({
  id: customerId,
  name,
  email,
  balanceCents,
});

/** Customers with their balances, by name. */
export async function findPeople(
  tx: ShopTransaction,
  shop: string,
  customerIds: readonly number[],
): Promise<ApprovalPerson[]> {
  return (await findAccounts(tx, shop, customerIds)).map(personOf);
}

/** The first customers of each of some requests, in one query for all. @returns by the request's id */
export async function findFirstPeople(
  tx: ShopTransaction,
  shop: string,
  requests: readonly { id: string; customerIds: readonly number[] }[],
): Promise<Map<string, ApprovalPerson[]>> {
  const first = requests.map(({ id, customerIds }) => ({ id, customerIds: customerIds.slice(0, MAX_NAMED) }));
  const people = await findPeople(
    tx,
    shop,
    first.flatMap(({ customerIds }) => customerIds),
  );
  return new Map(
    first.map(({ id, customerIds }) => [id, people.filter((one) => customerIds.includes(Number(one.id)))]),
  );
}

/** The customers of a request. @throws 404 for an unknown request */
export async function listApprovalPeople(
  { shop: { domain } }: CallContext,
  id: string,
): Promise<ApprovalPerson[]> {
  return withShop(domain, async (tx) => {
    const [request] = await tx
      .select({ customerIds: creditApprovals.customerIds })
      .from(creditApprovals)
      .where(and(eq(creditApprovals.shop, domain), eq(creditApprovals.id, id)));
    if (!request) throw notFound("This request doesn't exist.");
    return findPeople(tx, domain, request.customerIds);
  });
}
