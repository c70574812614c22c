import type { ShopTransaction } from "~/platform/db/with-shop.server";
import { withShop } from "~/platform/db/with-shop.server";
import { badRequest, conflict } from "~/platform/errors";
import { VERDICTS } from "./contract";
import { importKind } from "./kinds";
import { IMPORT_LIMITS } from "./limits";
import { type ReadRow, rowReader, type SentRow } from "./read-row";
import { assertNotStarted, type Caller, findRun, lockRun, type Run } from "./runs.server";
import { workOf } from "./works.server";

/** Takes some rows in: each is read, compared with the mirror, and kept with its verdict. The same rows again replace themselves. */
export async function takeRows(
  caller: Caller,
  id: string,
  rows: readonly SentRow[],
): Promise<{ received: number }> {
  const shop = caller.shop.domain;
  const characters = rows.reduce(
    (sum, { cells }) => sum + cells.reduce((length, cell) => length + cell.length, 0),
    0,
  );
  if (characters > IMPORT_LIMITS.charactersPerSlice)
    throw badRequest(
      `These rows have ${characters.toLocaleString("en-US")} characters; at most ${IMPORT_LIMITS.charactersPerSlice.toLocaleString("en-US")} can be sent at once. Send fewer rows.`,
    );
  return withShop(shop, async (tx) => {
    const { run } = await lockRun(tx, caller, id, "share");
    assertNotStarted(run);
    if (run.checkedAt) throw conflict("This import has all its rows. Begin a new one for another file.");
    await checkRows(tx, run, rows);
    const { received } = await findRun(tx, caller, id);
    if (received > run.rowCount)
      throw badRequest(
        `${received.toLocaleString("en-US")} rows came, and ${run.rowCount.toLocaleString("en-US")} were announced. Begin the import again.`,
      );
    return { received };
  });
}

/** Reads rows by the run's mapping, compares them with the mirror and keeps them. @throws 409 before the mapping was decided */
export async function checkRows(tx: ShopTransaction, run: Run, rows: readonly SentRow[]): Promise<void> {
  const kind = importKind(run.kind);
  const { mapping, blanks, columns } = run;
  if (!kind || !mapping || !blanks)
    throw conflict("Decide first what the columns hold; then the rows can come.");
  const read = rows.map(rowReader({ kind, columns, mapping, blanks }));
  await keepRows(tx, run, read);
}

/** Compares rows that were read with the mirror, and writes them in one statement. */
async function keepRows(tx: ShopTransaction, run: Run, rows: readonly ReadRow[]): Promise<void> {
  const compared = await workOf(run.kind).compare(tx, rows);
  const kept = rows.map((row, index) => {
    const { verdict, customerId, changes, problems } = compared[index] ?? NOT_COMPARED;
    const { number, cells, values, identity } = row;
    return { number, cells, values, identity, verdict, problems, changes, customer_id: customerId };
  });
  await tx.$client.query(KEEP, [run.shop, run.id, JSON.stringify(kept)]);
}

const NOT_COMPARED = { verdict: "refused", customerId: null, changes: [], problems: [] } as const;

const KEEP = `
  INSERT INTO import_rows AS kept
         (shop, run_id, number, cells, values, identity, own_verdict, verdict, problems, changes, customer_id)
  SELECT $1, $2, number, cells, values, identity, verdict, verdict, problems, changes, customer_id
    FROM jsonb_to_recordset($3::jsonb) AS read(number int, cells jsonb, values jsonb, identity text, verdict text,
                                                problems jsonb, changes jsonb, customer_id bigint)
   ORDER BY number
  ON CONFLICT (shop, run_id, number) DO UPDATE
     SET cells = excluded.cells, values = excluded.values, identity = excluded.identity,
         own_verdict = excluded.own_verdict, verdict = excluded.verdict, duplicate_of = NULL,
         problems = excluded.problems, changes = excluded.changes, customer_id = excluded.customer_id`;

/**
 * Rows about the same person: the first that can be imported counts, the others are left out. Only rows whose standing
 * changes are written.
 * @param identities only these; all of the run without it
 */
export async function settleDuplicates(
  tx: ShopTransaction,
  { shop, id }: Run,
  identities?: readonly string[],
): Promise<void> {
  await tx.$client.query(
    `WITH standing AS (
       SELECT number, CASE WHEN own_verdict <> 'refused' THEN
                min(number) FILTER (WHERE own_verdict <> 'refused') OVER (PARTITION BY identity) END AS first
         FROM import_rows
        WHERE shop = $1 AND run_id = $2 AND identity IS NOT NULL AND ($3::text[] IS NULL OR identity = ANY($3)))
     UPDATE import_rows AS kept
        SET duplicate_of = nullif(standing.first, kept.number),
            verdict = CASE WHEN standing.first <> kept.number THEN 'duplicate' ELSE own_verdict END
       FROM standing
      WHERE kept.shop = $1 AND kept.run_id = $2 AND kept.number = standing.number
        AND kept.duplicate_of IS DISTINCT FROM nullif(standing.first, kept.number)`,
    [shop, id, identities ?? null],
  );
}

/** Counts the rows by verdict and notes it on the run. */
export async function countVerdicts(
  tx: ShopTransaction,
  { shop, id }: Run,
  checkedAgainst: "store" | "mirror",
): Promise<void> {
  const { rows } = await tx.$client.query<{ verdict: string; count: number }>(
    "SELECT verdict, count(*)::int AS count FROM import_rows WHERE shop = $1 AND run_id = $2 GROUP BY verdict",
    [shop, id],
  );
  const found = new Map(rows.map(({ verdict, count }) => [verdict, count]));
  const counts = Object.fromEntries(VERDICTS.map((verdict) => [verdict, found.get(verdict) ?? 0]));
  await tx.$client.query(
    "UPDATE import_runs SET counts = $3, checked_against = $4, checked_at = now() WHERE shop = $1 AND id = $2",
    [shop, id, JSON.stringify(counts), checkedAgainst],
  );
}
