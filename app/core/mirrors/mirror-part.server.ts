import type { Administrator } from "~/platform/auth/permission";
import type { ShopTransaction } from "~/platform/db/with-shop.server";
import type { MirrorColumn } from "./mirror-columns.server";
import type { MirrorTable } from "./write-rows.server";

/** Who made a change through Backroom. Null instead of it means that the store reported the change. */
export interface ChangeOrigin {
  actor: Pick<Administrator, "id" | "name">;
  /** What they did it with, such as "price schedule". */
  source: string;
}

/** What belongs to the rows of a mirror and has a table of its own, such as the variants of products. */
export interface MirrorPart<Row, PartRow extends { id: number } = { id: number }> {
  /** The table. It also has `shop`, `id`, and the column named by `parent`. */
  table: string;
  /** The column with the id of the row that it belongs to. */
  parent: string;
  /** Without `shop`, `id` and the parent. */
  columns: readonly MirrorColumn[];
  /** Everything that belongs to the row now. */
  rowsOf(row: Row): readonly PartRow[];
  /** Runs in the transaction that wrote the row. Each change is passed once. */
  onChange(
    tx: ShopTransaction,
    shop: string,
    changes: readonly PartChange<PartRow>[],
    origin: ChangeOrigin | null,
  ): Promise<void>;
}

/** What happened to one of them. `before` is null for a new one, `after` for one that is gone. */
export interface PartChange<PartRow> {
  parent: number;
  id: number;
  before: PartRow | null;
  after: PartRow | null;
}

/**
 * Replaces what belongs to the rows that `writeRows` has just accepted. Their locks make sure that two writers don't mix, so call
 * it in the same transaction.
 */
export async function writeParts<Row extends { id: number; updated_at: string }>(
  tx: ShopTransaction,
  shop: string,
  { table, parts = [] }: MirrorTable & { parts?: readonly MirrorPart<Row>[] },
  rows: readonly Row[],
  { origin, readAt }: { origin: ChangeOrigin | null; readAt: string },
): Promise<number[]> {
  if (parts.length === 0) return [];
  const accepted = await acceptedIds(tx, shop, table, rows, readAt);
  const changedParents = new Set<number>();
  for (const part of parts) {
    const partRows = rows
      .filter(({ id }) => accepted.has(id))
      .flatMap((row) => part.rowsOf(row).map((each) => ({ ...each, [part.parent]: row.id })));
    const changes = await changesOf(tx, replaceStatement(part), [
      shop,
      [...accepted],
      JSON.stringify(partRows),
    ]);
    for (const { parent } of changes) changedParents.add(parent);
    if (changes.length > 0) await part.onChange(tx, shop, changes, origin);
  }
  return [...changedParents];
}

/** Deletes what belonged to rows that were deleted in the same transaction. */
export async function deleteParts<Row>(
  tx: ShopTransaction,
  shop: string,
  parts: readonly MirrorPart<Row>[],
  ids: readonly number[],
): Promise<void> {
  for (const part of parts) {
    const changes = await changesOf(
      tx,
      `WITH gone AS (DELETE FROM ${part.table} WHERE shop = $1 AND ${part.parent} = ANY($2)
                     RETURNING ${[part.parent, "id", ...namesOf(part)].join(", ")})
       SELECT ${part.parent} AS parent, id, to_jsonb(gone) AS before, NULL::jsonb AS after FROM gone`,
      [shop, ids],
    );
    if (changes.length > 0) await part.onChange(tx, shop, changes, null);
  }
}

/** The rows that the mirror has as they were read now. In the others it has something newer. */
async function acceptedIds(
  tx: ShopTransaction,
  shop: string,
  table: string,
  rows: readonly { id: number; updated_at: string }[],
  readAt: string,
): Promise<Set<number>> {
  const { rows: accepted } = await tx.$client.query<{ id: string }>(
    `SELECT stored.id FROM ${table} AS stored
       JOIN unnest($2::bigint[], $3::timestamptz[]) AS read(id, updated_at) ON stored.id = read.id
      WHERE stored.shop = $1 AND stored.updated_at = read.updated_at AND stored.mirrored_at <= $4::timestamptz`,
    [shop, rows.map(({ id }) => id), rows.map((row) => row.updated_at), readAt],
  );
  return new Set(accepted.map(({ id }) => Number(id)));
}

const namesOf = <Row>({ columns }: MirrorPart<Row>): string[] => columns.map(([name]) => name);

function replaceStatement<Row>(part: MirrorPart<Row>): string {
  const { table, parent, columns } = part;
  const names = namesOf(part);
  const all = [parent, ...names];
  const list = (prefix: string) => all.map((name) => `${prefix}.${name}`).join(", ");
  return `
  WITH read AS (
    SELECT * FROM jsonb_to_recordset($3::jsonb)
        AS read(id bigint, ${parent} bigint, ${columns.map(([name, type]) => `${name} ${type}`).join(", ")})
  ), stored AS (
    SELECT id, ${all.join(", ")} FROM ${table} WHERE shop = $1 AND ${parent} = ANY($2)
  ), gone AS (
    DELETE FROM ${table} AS kept WHERE shop = $1 AND ${parent} = ANY($2)
       AND NOT EXISTS (SELECT FROM read WHERE read.id = kept.id) RETURNING id
  ), written AS (
    INSERT INTO ${table} AS kept (shop, id, ${all.join(", ")})
    SELECT $1, id, ${list("read")} FROM read ORDER BY id
    ON CONFLICT (shop, id) DO UPDATE SET ${all.map((name) => `${name} = excluded.${name}`).join(", ")}
     WHERE (${list("kept")}) IS DISTINCT FROM (${list("excluded")})
    RETURNING id
  )
  SELECT read.${parent} AS parent, read.id, to_jsonb(stored) AS before, to_jsonb(read) AS after
    FROM written JOIN read USING (id) LEFT JOIN stored USING (id)
  UNION ALL
  SELECT stored.${parent}, stored.id, to_jsonb(stored), NULL FROM gone JOIN stored USING (id)`;
}

async function changesOf<PartRow extends { id: number }>(
  tx: ShopTransaction,
  statement: string,
  values: readonly unknown[],
): Promise<PartChange<PartRow>[]> {
  const { rows } = await tx.$client.query<{
    parent: string;
    id: string;
    before: PartRow | null;
    after: PartRow | null;
  }>(statement, [...values]);
  return rows.map((row) => ({ ...row, parent: Number(row.parent), id: Number(row.id) }));
}
