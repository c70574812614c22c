import { and, eq } from "drizzle-orm";
import { z } from "zod";
import type { CallContext } from "~/core/context.server";
import { erasure, mayMention, mentions } from "~/core/erasure/erasure.server";
import { findPseudonym } from "~/domain/ledger/erase-credits.server";
import { type CreditAccount, findAccounts } from "~/domain/ledger/list-accounts.server";
import type { EarlierPosting } from "~/domain/ledger/repeated-postings.server";
import { type ShopTransaction, withShop } from "~/platform/db/with-shop.server";
import { notFound } from "~/platform/errors";
import { centsFromDatabase } from "~/platform/money/cents";
import { centsSchema } from "~/platform/money/cents-schema";
import type { CreditRequest } from "../credit-request";
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

/** Erases the customer from credit requests that need approval. These still say how many customers they are for. */
export const eraseApprovals = erasure("credit approvals", {
  stage: 110,
  async erase(client, person) {
    const { shop, customerId, contacts } = person;
    await client.query(
      `UPDATE credit_approvals SET customer_ids =
              (SELECT jsonb_agg(CASE WHEN customer = to_jsonb($2::bigint) THEN to_jsonb($3::bigint) ELSE customer END)
                 FROM jsonb_array_elements(customer_ids) AS one (customer))
        WHERE shop = $1 AND customer_ids @> to_jsonb($2::bigint)`,
      [shop, customerId, await findPseudonym(client, person)],
    );
    const text = "reference || ' ' || coalesce(reason, '')";
    const { rows } = await client.query<{ id: string; text: string }>(
      `SELECT id, ${text} AS text FROM credit_approvals WHERE shop = $1 AND ${mayMention(text, "$2")}`,
      [shop, contacts],
    );
    await client.query(
      `UPDATE credit_approvals SET reference = 'Erased', reason = CASE WHEN reason IS NOT NULL THEN 'Erased' END
        WHERE shop = $1 AND id = ANY($2::uuid[])`,
      [shop, rows.filter((row) => mentions(row.text, contacts)).map(({ id }) => id)],
    );
  },
});

export const text = z.string();

export const id = z.uuid("must be the id of a request");

/** A customer of a request, with the current balance. */
export const person = z.object({ id: text, name: text, email: text.nullable(), balanceCents: centsSchema });

export type ApprovalPerson = z.infer<typeof person>;

export const approval = z.object({
  id: text,
  state: z.enum(["waiting", "approved", "declined"]),
  type: z.enum(["Credit", "Adjustment"]),
  customers: z.number().int(),
  /** The first of them. `approvalCustomers` returns all. */
  people: z.array(person),
  /** Of each customer. */
  amountCents: centsSchema,
  reference: text,
  /** When a credit expires, ISO 8601. */
  expirationDate: text.nullable(),
  /** The transaction that it reverses. */
  reversesId: text.nullable(),
  askedById: text,
  askedByName: text,
  askedAt: text,
  decidedByName: text.nullable(),
  /** The requester declined it. */
  isWithdrawn: z.boolean(),
  decidedAt: text.nullable(),
  reason: text.nullable(),
});

export type Approval = z.infer<typeof approval>;
