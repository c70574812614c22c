import type { ShopTransaction } from "~/platform/db/with-shop.server";
import type { MirrorColumn, MirrorColumns } from "./mirror-columns.server";

/** Where the rows of a mirror are stored. The table also has `shop`, `id`, `updated_at` and `mirrored_at`. */
export interface MirrorTable {
  /** The mirror's name. */
  name: string;
  table: string;
  /** Without `shop` and `id`. */
  columns: readonly MirrorColumn[];
}

/**
 * Writes rows: new ones are added, existing ones replaced, unless the mirror already has something newer or the same. Within one
 * second of Shopify's times, the reading that began later counts. Rows that were deleted since the reading began aren't added.
 * @param readAt when the reading began, by the database's clock
 * @returns the ids of the rows that changed
 */
export async function writeRows<Row extends { id: number }>(
  tx: ShopTransaction,
  shop: string,
  mirror: MirrorTable,
  added: readonly MirrorColumns<Row>[],
  rows: readonly Row[],
  readAt: string,
): Promise<number[]> {
  // A fixed order of locks: two writers of the same rows never wait for each other.
  const ordered = rows
    .map((row) => Object.assign({}, row, ...added.map(({ read }) => read(row))) as Row)
    .sort((a, b) => a.id - b.id);
  // A deletion in progress is waited for here, because the upsert sees only tombstones that were committed before it began.
  const { rows: existing } = await tx.$client.query<{ id: string }>(
    `SELECT id FROM ${mirror.table} WHERE shop = $1 AND id = ANY($2::bigint[]) ORDER BY id FOR NO KEY UPDATE`,
    [shop, ordered.map(({ id }) => id)],
  );
  const existingIds = new Set(existing.map(({ id }) => Number(id)));
  const newIds = ordered.map(({ id }) => id).filter((id) => !existingIds.has(id));
  if (newIds.length > 0) await excludeDeletions(tx, shop, mirror.name, newIds);
  const { rows: changed } = await tx.$client.query<{ id: string; passes: boolean[] }>(
    upsertStatement(mirror, added),
    [shop, JSON.stringify(ordered), readAt, mirror.name],
  );
  for (const [index, { onWrite }] of added.entries()) {
    const ids = changed.filter(({ passes }) => passes[index]).map(({ id }) => Number(id));
    if (ids.length > 0) await onWrite(tx, shop, ids);
  }
  return changed.map(({ id }) => Number(id));
}

/**
 * Waits for deletions in progress of rows that aren't in the mirror, and lets later ones wait for this transaction: both insert a
 * tombstone. This one leaves none.
 */
async function excludeDeletions(
  tx: ShopTransaction,
  shop: string,
  mirror: string,
  ids: readonly number[],
): Promise<void> {
  const values = [shop, mirror, ids];
  await tx.$client.query(
    `INSERT INTO mirror_tombstones (shop, mirror, id, deleted_at)
     SELECT $1, $2, id, '-infinity' FROM unnest($3::bigint[]) AS id ORDER BY id ON CONFLICT DO NOTHING`,
    values,
  );
  await tx.$client.query(
    "DELETE FROM mirror_tombstones WHERE shop = $1 AND mirror = $2 AND id = ANY($3::bigint[]) AND deleted_at = '-infinity'",
    values,
  );
}

function upsertStatement<Row>({ table, columns }: MirrorTable, added: readonly MirrorColumns<Row>[]): string {
  const initial = added.flatMap((each) => Object.entries(each.initial));
  const all = [
    ...columns.map(([name, type]) => ({ name, type, stored: (value: string) => value })),
    ...added.flatMap(({ columns, stored }) => columns.map(([name, type]) => ({ name, type, stored }))),
  ];
  const names = all.map(({ name }) => name);
  const values = all.map(({ name, stored }) => stored(`read.${name}`, "new"));
  const replacing = all.map(({ name, stored }) => stored(`excluded.${name}`, "kept"));
  return `
  INSERT INTO ${table} AS kept (${["shop", "id", "mirrored_at", ...initial.map(([name]) => name), ...names].join(", ")})
  SELECT ${["$1", "read.id", "$3::timestamptz", ...initial.map(([, expression]) => expression), ...values].join(", ")}
    FROM jsonb_to_recordset($2::jsonb) AS read(id bigint, ${all.map(({ name, type }) => `${name} ${type}`).join(", ")})
    ${added.map(({ join }) => join).join("\n    ")}
   WHERE NOT ${wasDeletedSince("$4", "read.id", "$3::timestamptz")}
   ORDER BY read.id
  ON CONFLICT (shop, id) DO UPDATE
     SET ${names.map((name, index) => `${name} = ${replacing[index]}`).join(", ")}, mirrored_at = excluded.mirrored_at
   WHERE (kept.updated_at < excluded.updated_at
          OR kept.updated_at = excluded.updated_at AND kept.mirrored_at <= excluded.mirrored_at)
     AND (${names.map((name) => `kept.${name}`).join(", ")}) IS DISTINCT FROM (${replacing.join(", ")})
  RETURNING id, ARRAY[${added.map(({ when }) => `coalesce(${when}, false)`).join(", ")}]::boolean[] AS passes`;
}

/** Deletes rows that Shopify no longer has, or that are erased. A reading that has already begun doesn't add them again. */
export async function deleteRows(
  tx: Pick<ShopTransaction, "$client">,
  shop: string,
  { name, table }: Pick<MirrorTable, "name" | "table">,
  ids: readonly number[],
): Promise<void> {
  // Before the tombstones, as an erasure does: a transaction that waits for a row holds no tombstone. In the order of `writeRows`.
  await tx.$client.query(`SELECT 1 FROM ${table} WHERE shop = $1 AND id = ANY($2) ORDER BY id FOR UPDATE`, [
    shop,
    ids,
  ]);
  await tx.$client.query(
    `INSERT INTO mirror_tombstones (shop, mirror, id, deleted_at)
     SELECT $1, $2, id, clock_timestamp() FROM unnest($3::bigint[]) AS id ORDER BY id
     ON CONFLICT (shop, mirror, id) DO UPDATE SET deleted_at = excluded.deleted_at`,
    [shop, name, ids],
  );
  await tx.$client.query(`DELETE FROM ${table} WHERE shop = $1 AND id = ANY($2)`, [shop, ids]);
}

/** The database's clock, which all processes share. Take it before a reading of Shopify begins. */
export async function readingTime(tx: ShopTransaction): Promise<string> {
  const { rows } = await tx.$client.query<{ now: string }>("SELECT clock_timestamp()::text AS now");
  return (rows[0] as { now: string }).now;
}

/** Records that rows were read without a change: a reading that began earlier must no longer replace them. */
export async function confirmRows(
  tx: ShopTransaction,
  shop: string,
  { table }: MirrorTable,
  rows: readonly { id: number; updated_at: string }[],
  readAt: string,
): Promise<void> {
  await tx.$client.query(
    `UPDATE ${table} AS stored SET mirrored_at = $4::timestamptz
       FROM unnest($2::bigint[], $3::timestamptz[]) AS read(id, updated_at)
      WHERE stored.shop = $1 AND stored.id = read.id AND stored.updated_at = read.updated_at
        AND stored.mirrored_at < $4::timestamptz`,
    [shop, rows.map(({ id }) => id), rows.map((row) => row.updated_at), readAt],
  );
}

/** SQL that is true of a row that was deleted after its reading began. $1 is the shop. The others are expressions. */
export const wasDeletedSince = (mirror: string, id: string, readAt: string): string =>
  `EXISTS (SELECT FROM mirror_tombstones AS gone
            WHERE gone.shop = $1 AND gone.mirror = ${mirror} AND gone.id = ${id} AND gone.deleted_at >= ${readAt})`;
