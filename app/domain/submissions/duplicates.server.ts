import { type SQL, sql } from "drizzle-orm";
import { queryRows } from "~/core/lists/list-query.server";
import type { ShopTransaction } from "~/platform/db/with-shop.server";
import { type Fingerprint, nearParts, partsOf, storedFingerprint } from "./fingerprint.server";
import { findContentMatches } from "./reading/content-matches.server";
import type { SubmissionStatus } from "./statuses";

/** What two submissions have in common. */
export type Match = "receiptId" | "address" | "email" | "amount" | "picture" | "content";

/** A submission that may be the same purchase. */
export interface Duplicate {
  id: number;
  name: string;
  email: string | null;
  status: SubmissionStatus;
  isLoyalty: boolean;
  createdAt: Date;
  receiptId: string;
  retailer: string;
  purchaseDay: string;
  shippingAddress1: string;
  shippingCity: string;
  attachmentId: string | null;
  matches: Match[];
}

/** What submissions are compared by. Absent parts match nothing. */
export interface ComparedSubmission {
  /** Absent for one that isn't stored yet. */
  id?: number;
  receiptKey: string;
  foldedAddress: string | null;
  mailbox: string | null;
  amountCents: number | null;
  /** In the four quarter turns. */
  fingerprints: readonly Fingerprint[];
}

/** Pictures that differ in at most this many of 64 bits look alike. Parts with one different bit find all up to 7. */
export const MAX_DISTANCE = 7;
const MAX_FOUND = 50;

/**
 * Earlier and later submissions with the same receipt id, address, mailbox, text of the receipt or a similar picture, newest first. A picture
 * whose text is clearly of another purchase isn't similar.
 */
export async function findDuplicates(
  tx: ShopTransaction,
  compared: ComparedSubmission,
): Promise<Duplicate[]> {
  const { id = 0, receiptKey, foldedAddress, mailbox, amountCents } = compared;
  const similar = await findSimilarPictures(tx, compared.fingerprints, id);
  const { same, different } = await findContentMatches(tx, id, similar);
  const pictures = similar.filter((one) => !different.includes(one));
  const isSame = {
    receiptId: receiptKey ? sql`s.receipt_key = ${receiptKey}` : sql`false`,
    address: foldedAddress ? sql`s.folded_address = ${foldedAddress}` : sql`false`,
    email: mailbox ? sql`s.mailbox = ${mailbox}` : sql`false`,
    picture: sql`s.id = ANY(${sql.param(pictures)}::bigint[])`,
    content: sql`s.id = ANY(${sql.param(same)}::bigint[])`,
  };
  // One index each: an OR would read all submissions.
  const found = sql.join(
    Object.values(isSame).map(
      (condition) =>
        sql`(SELECT s.id FROM submissions_of_shop AS s WHERE ${condition} ORDER BY s.id DESC LIMIT ${MAX_FOUND})`,
    ),
    sql` UNION `,
  );
  const matched = (name: Match, condition: SQL) => sql`CASE WHEN ${condition} THEN ${name}::text END`;
  return queryRows<Duplicate>(
    tx,
    sql`SELECT s.id::float8 AS id, s.first_name || ' ' || s.last_name AS name, s.email, s.status, s.is_loyalty AS "isLoyalty", s.created_at AS "createdAt",
               s.receipt_id AS "receiptId", s.retailer, s.purchase_day::text AS "purchaseDay",
               s.shipping_address1 AS "shippingAddress1", s.shipping_city AS "shippingCity", s.attachment_id AS "attachmentId",
               array_remove(ARRAY[${matched("receiptId", isSame.receiptId)}, ${matched("address", isSame.address)},
                 ${matched("email", isSame.email)}, ${matched("picture", isSame.picture)}, ${matched("content", isSame.content)},
                 ${matched("amount", sql`s.amount_cents = ${amountCents}::bigint`)}], NULL) AS matches
          FROM submissions_of_shop AS s
         WHERE s.id IN (${found}) AND s.id <> ${id} ORDER BY s.created_at DESC, s.id DESC LIMIT ${MAX_FOUND}`,
  );
}

/** A similar picture alone is a hint. With the same receipt id, amount or address it is the same purchase, as is the same text. */
export const isSamePurchase = (matches: readonly Match[]): boolean =>
  matches.includes("receiptId") ||
  matches.includes("content") ||
  (matches.includes("picture") && (matches.includes("amount") || matches.includes("address")));

/** The submissions whose picture looks like one of these. */
export async function findSimilarPictures(
  tx: ShopTransaction,
  fingerprints: readonly Fingerprint[],
  exceptId: number,
): Promise<number[]> {
  if (fingerprints.length === 0) return [];
  const near = fingerprints.flatMap((fingerprint) =>
    partsOf(fingerprint).map(
      (part, index) => sql`SELECT submission_id, hash FROM receipt_fingerprints
        WHERE shop = current_setting('app.shop') AND ${sql.raw(`part${index}`)} = ANY(${sql.param(nearParts(part))}::int[])`,
    ),
  );
  const distances = fingerprints.map(
    (fingerprint) => sql`bit_count((hash # ${String(storedFingerprint(fingerprint))}::bigint)::bit(64))`,
  );
  const rows = await queryRows<{ id: number }>(
    tx,
    sql`SELECT submission_id::float8 AS id FROM (${sql.join(near, sql` UNION `)}) AS near
         WHERE submission_id <> ${exceptId} AND least(${sql.join(distances, sql`, `)}) <= ${MAX_DISTANCE}
         ORDER BY submission_id DESC LIMIT ${MAX_FOUND}`,
  );
  return rows.map(({ id }) => id);
}
