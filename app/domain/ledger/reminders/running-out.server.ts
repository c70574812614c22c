import { creditsRemaining } from "~/connectors/shopify/operations/store-credit";
import type { AdminApi, CallOptions } from "~/connectors/shopify/port";
import type { ShopTransaction } from "~/platform/db/with-shop.server";
import { centsOf } from "~/platform/money";

/** A confirmed credit with an end. */
export interface EndingCredit {
  postingId: string;
  customerId: number;
  /** Shopify's transaction. */
  transactionId: string;
  endsAt: Date;
}

/** Which credits: those that end after one instant, up to another one. */
export interface Ending {
  after: Date;
  until: Date;
  /** Up to here only those that were confirmed since: of the others their customers were told. */
  toldThrough: Date;
  toldAt: Date;
}

/** The key of the mail about a credit: it is told of once. */
export const reminderKey = (postingId: string): string => `credit runs out:${postingId}`;

/**
 * Confirmed credits of customers with an address who were not told yet, by their end.
 * @param last the last one of the batch before
 */
export async function findEnding(
  tx: ShopTransaction,
  shop: string,
  { after, until, toldThrough, toldAt }: Ending,
  last: EndingCredit | undefined,
  most: number,
): Promise<EndingCredit[]> {
  const { rows } = await tx.$client.query<EndingCredit & { customerId: string }>(
    `SELECT posting.id AS "postingId", posting.customer_id AS "customerId", outcome.transaction_id AS "transactionId",
            posting.expires_at AS "endsAt"
       FROM ledger_postings AS posting
       JOIN ledger_outcomes AS outcome
         ON outcome.shop = $1 AND outcome.posting_id = posting.id AND outcome.state = 'CONFIRMED'
       JOIN customers AS person ON person.shop = $1 AND person.id = posting.customer_id AND person.email IS NOT NULL
      WHERE posting.shop = $1 AND posting.amount_cents > 0 AND posting.expires_at > $2 AND posting.expires_at <= $3
        AND (posting.expires_at > $4 OR outcome.at > $5) AND (posting.expires_at, posting.id) > ($6, $7)
        AND NOT EXISTS (SELECT 1 FROM mails WHERE mails.shop = $1 AND mails.key = '${reminderKey("")}' || posting.id)
      ORDER BY posting.expires_at, posting.id LIMIT $8`,
    [
      shop,
      after,
      until,
      toldThrough,
      toldAt,
      last?.endsAt ?? after,
      last?.postingId ?? "00000000-0000-0000-0000-000000000000",
      most,
    ],
  );
  return rows.map((row) => ({ ...row, customerId: Number(row.customerId) }));
}

/** What is left of a credit. */
export interface Remaining {
  cents: number;
  currency: string;
}

/**
 * What is left of credits, as Shopify says: what ends first is spent first, and what an order gives back comes back to where it was
 * taken from, so no sum over the ledger could tell.
 * @param transactionIds 250 at most
 * @returns by the transaction; without those that Shopify does not have any more
 * @throws as the port
 */
export async function readRemaining(
  api: AdminApi,
  transactionIds: readonly string[],
  call: CallOptions,
): Promise<Map<string, Remaining>> {
  const { nodes } = await api.run(creditsRemaining, { ids: transactionIds }, call);
  return new Map(
    nodes.flatMap((node) =>
      node?.remainingAmount
        ? [
            [
              node.id,
              { cents: centsOf(node.remainingAmount.amount), currency: node.remainingAmount.currencyCode },
            ],
          ]
        : [],
    ),
  );
}
