import { creditsRemaining } from "~/connectors/shopify/operations/store-credit";
import type { AdminApi, CallOptions } from "~/connectors/shopify/port";
import type { ShopTransaction } from "~/platform/db/with-shop.server";
import type { Cents } from "~/platform/money/cents";
import { parseMoney } from "~/platform/money/decimal";

/** A confirmed credit with an expiry date. */
export interface ExpiringCredit {
  postingId: string;
  customerId: number;
  /** Shopify's transaction. */
  transactionId: string;
  expiresAt: Date;
}

/** Selects credits that expire after one instant, up to another one. */
export interface ExpiryWindow {
  after: Date;
  until: Date;
  /** Of credits that expire up to here, only those confirmed since `remindedAt`: the others were reminded before. */
  remindedThrough: Date;
  remindedAt: Date;
}

/** The email's key: each credit gets one reminder. */
export const reminderKey = (postingId: string): string => `credit runs out:${postingId}`;

/**
 * Confirmed credits without a reminder, of customers with an email, by expiry date.
 * @param last the last one of the previous batch
 */
export async function findExpiring(
  tx: ShopTransaction,
  shop: string,
  { after, until, remindedThrough, remindedAt }: ExpiryWindow,
  last: ExpiringCredit | undefined,
  most: number,
): Promise<ExpiringCredit[]> {
  const { rows } = await tx.$client.query<ExpiringCredit & { customerId: string }>(
    `SELECT posting.id AS "postingId", posting.customer_id AS "customerId", outcome.transaction_id AS "transactionId",
            posting.expires_at AS "expiresAt"
       FROM ledger_postings AS posting
       JOIN ledger_outcomes AS outcome
         ON outcome.shop = $1 AND outcome.posting_id = posting.id AND outcome.state = 'CONFIRMED'
       JOIN customers_of_shop AS person ON person.id = posting.customer_id AND person.email IS NOT NULL
      WHERE posting.shop = $1 AND posting.amount_cents > 0 AND posting.expires_at > $2 AND posting.expires_at <= $3
        AND (posting.expires_at > $4 OR outcome.at > $5) AND (posting.expires_at, posting.id) > ($6, $7)
        AND NOT EXISTS (SELECT 1 FROM mails WHERE mails.shop = $1 AND mails.key = '${reminderKey("")}' || posting.id)
      ORDER BY posting.expires_at, posting.id LIMIT $8`,
    [
      shop,
      after,
      until,
      remindedThrough,
      remindedAt,
      last?.expiresAt ?? after,
      last?.postingId ?? "00000000-0000-0000-0000-000000000000",
      most,
    ],
  );
  return rows.map((row) => ({ ...row, customerId: Number(row.customerId) }));
}

/** The remaining amount of a credit. */
export interface RemainingAmount {
  cents: Cents;
  currency: string;
}

/**
 * Reads the remaining amounts from Shopify. The ledger can't compute them, because an order's refund returns to the credits that it
 * was taken from.
 * @param transactionIds 250 at most
 * @returns by transaction id, without transactions that Shopify no longer has
 * @throws as the port
 */
export async function readRemaining(
  api: AdminApi,
  transactionIds: readonly string[],
  call: CallOptions,
): Promise<Map<string, RemainingAmount>> {
  const { nodes } = await api.run(creditsRemaining, { ids: transactionIds }, call);
  return new Map(
    nodes.flatMap((node) =>
      node && "remainingAmount" in node
        ? [
            [
              node.id,
              { cents: parseMoney(node.remainingAmount), currency: node.remainingAmount.currencyCode },
            ],
          ]
        : [],
    ),
  );
}
