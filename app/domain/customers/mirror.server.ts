import { noteCandidates } from "~/domain/registrations/rules/candidates.server";
import { type ShopTransaction, withShop } from "~/platform/db/with-shop.server";
import type { MirrorRow } from "./mirror-row";

/**
 * Writes customers into the mirror: new ones are added, known ones replaced, unless the mirror already holds something
 * newer or the very same. One statement for any number of rows.
 * @returns the ids of the rows that changed
 */
export async function mirrorCustomers(
  tx: ShopTransaction,
  shop: string,
  rows: readonly MirrorRow[],
): Promise<number[]> {
  // A fixed order of locks: two writers of the same customers never wait for each other in a circle.
  const ordered = [...rows].sort((a, b) => a.id - b.id);
  const { rows: changed } = await tx.$client.query<{ id: string; pending: boolean }>(UPSERT, [
    shop,
    JSON.stringify(ordered),
  ]);
  const pending = changed.filter((row) => row.pending).map((row) => Number(row.id));
  if (pending.length > 0) await noteCandidates(tx, shop, pending);
  return changed.map((row) => Number(row.id));
}

const COLUMNS = [
  ["display_name", "text"],
  ["first_name", "text"],
  ["last_name", "text"],
  ["email", "text"],
  ["phone", "text"],
  ["tags", "text[]"],
  ["created_at", "timestamptz"],
  ["updated_at", "timestamptz"],
  ["country_code", "text"],
  ["amount_spent_cents", "bigint"],
  ["email_marketing_state", "text"],
  ["metafields", "jsonb"],
  ["student_status", "text"],
  ["staff_status", "text"],
  ["national_partner", "text"],
  ["end_date", "date"],
] as const;

const names = COLUMNS.map(([name]) => name);

/**
 * Who is Pending in the store and was asked for information is `waiting` here. Of a row that is there already, the row itself
 * says whether they were asked: it is locked by then, so a question of this very moment is not overlooked.
 */
const shown = (name: string, value: string, askedAt: string) =>
  name.endsWith("_status")
    ? `CASE WHEN ${value} IN ('pending', 'waiting') THEN CASE WHEN ${askedAt} IS NULL THEN 'pending' ELSE 'waiting' END ELSE ${value} END`
    : value;
const replacing = names.map((name) => shown(name, `excluded.${name}`, "kept.asked_at"));

const UPSERT = `
  INSERT INTO customers AS kept (shop, id, asked_at, ${names.join(", ")})
  SELECT $1, read.id, question.asked_at, ${names.map((name) => shown(name, `read.${name}`, "question.asked_at")).join(", ")}
    FROM jsonb_to_recordset($2::jsonb) AS read(id bigint, ${COLUMNS.map(([name, type]) => `${name} ${type}`).join(", ")})
    LEFT JOIN registration_questions AS question
      ON question.shop = $1 AND question.customer_id = read.id AND question.state = 'open'
   ORDER BY read.id
  ON CONFLICT (shop, id) DO UPDATE
     SET ${names.map((name, index) => `${name} = ${replacing[index]}`).join(", ")}, mirrored_at = now()
   WHERE kept.updated_at <= excluded.updated_at
     AND (${names.map((name) => `kept.${name}`).join(", ")}) IS DISTINCT FROM (${replacing.join(", ")})
  RETURNING id, coalesce(student_status = 'pending' OR staff_status = 'pending', false) AS pending`;

/** Takes customers that Shopify no longer has out of the mirror. */
export async function forgetCustomers(
  tx: ShopTransaction,
  shop: string,
  ids: readonly number[],
): Promise<void> {
  // Locked in the order in which `mirrorCustomers` locks them.
  await tx.$client.query(
    `DELETE FROM customers WHERE shop = $1 AND id IN (
       SELECT id FROM customers WHERE shop = $1 AND id = ANY($2) ORDER BY id FOR UPDATE)`,
    [shop, ids],
  );
}

/**
 * Notes that Shopify was heard, at most every two seconds: many webhooks must not queue for one row. A transaction of its
 * own, so that nobody holds this row while waiting for another.
 */
export async function noteHeard(shop: string): Promise<void> {
  await withShop(shop, (tx) =>
    tx.$client.query(
      `INSERT INTO mirrors AS kept (shop, heard_at) VALUES ($1, now())
       ON CONFLICT (shop) DO UPDATE SET heard_at = now()
        WHERE kept.heard_at IS NULL OR kept.heard_at < now() - interval '2 seconds'`,
      [shop],
    ),
  );
}
