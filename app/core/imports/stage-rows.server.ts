import { type ShopTransaction, withShop } from "~/platform/db/with-shop.server";
import { badRequest, conflict } from "~/platform/errors";
import type { ImportDefinition, StoredImport } from "./import-definition.server";
import type { ImportForm } from "./import-form";
import { assertNotStarted, type Caller, definitionOf, lockImport, recordContributor } from "./imports.server";
import { IMPORT_LIMITS } from "./limits";
import { type ReadRow, rowReader, type SentRow } from "./read-row";
import { VERDICTS } from "./schemas";

/** How an import's rows are read. @throws 409 before the columns were matched */
export function readingOf(
  form: ImportForm,
  run: Pick<StoredImport, "mapping" | "blanks" | "columns" | "formats" | "defaults" | "fileName">,
): (row: SentRow) => ReadRow {
  const { mapping, blanks, columns, formats, defaults, fileName } = run;
  if (!mapping || !blanks) throw conflict("Match the columns first. Then send the rows.");
  return rowReader({
    form,
    columns,
    mapping,
    blanks,
    formats: formats ?? [],
    isWorkbook: isWorkbook(fileName),
    defaults: defaults ?? {},
  });
}

/** By the name, which is stored. A workbook named .csv is refused where it is read. */
export const isWorkbook = (fileName: string): boolean => /\.xlsx?$/i.test(fileName);

/** Stages rows: reads them, compares them with the mirror and stores them with their verdicts. The same rows again replace themselves. */
export async function stageRows(
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
      `These rows have ${characters.toLocaleString("en-US")} characters; at most ${IMPORT_LIMITS.charactersPerSlice.toLocaleString("en-US")} can be sent per request. Send fewer rows.`,
    );
  return withShop(shop, async (tx) => {
    await recordContributor(tx, caller, id);
    const { run } = await lockImport(tx, caller, id, "share");
    assertNotStarted(run);
    if (run.checkedAt) throw conflict("This import has all its rows. Begin a new one for another file.");
    await storeRows(tx, run, rows, caller);
    return { received: rows.length };
  });
}

/** Checks rows of an import that is locked, as the work of the caller. @throws 409 before the mapping was decided */
export async function checkRows(
  tx: ShopTransaction,
  run: StoredImport,
  rows: readonly SentRow[],
  caller: Caller,
): Promise<void> {
  await recordContributor(tx, caller, run.id);
  await storeRows(tx, run, rows, caller);
}

/** Reads rows by the import's mapping, compares them with the mirror, and writes them in one statement. */
async function storeRows(
  tx: ShopTransaction,
  run: StoredImport,
  sent: readonly SentRow[],
  caller: Caller,
): Promise<void> {
  const definition = definitionOf(caller, run);
  const rows = sent.map(readingOf(definition.form, run));
  const isLookedUp = run.rowCount <= IMPORT_LIMITS.lookedUpInStore;
  const compared = await definition.compare(tx, rows, caller.administrator, { isLookedUp });
  const stagedRows = rows.map((row, index) => {
    const {
      verdict,
      customerId = null,
      occasion = null,
      changes,
      problems,
    } = compared[index] ?? NOT_COMPARED;
    const { number, cells, identity } = row;
    // Of a refused row, remarks count only where they may say why a cell is refused: its SKU lost digits, or a comma moved its values.
    const refused = new Set(problems.map(({ field }) => field));
    const remarks = row.remarks.filter(
      ({ field }) => verdict !== "refused" || field === "" || refused.has(field),
    );
    return {
      number,
      cells,
      identity,
      occasion,
      verdict,
      problems: [...problems, ...remarks],
      changes,
      customer_id: customerId,
    };
  });
  await tx.$client.query(KEEP, [run.shop, run.id, JSON.stringify(stagedRows)]);
}

const NOT_COMPARED = {
  verdict: "refused",
  customerId: null,
  occasion: null,
  changes: [],
  problems: [],
} as const;

const KEEP = `
  INSERT INTO import_rows AS stagedRows
         (shop, run_id, number, cells, identity, occasion, own_verdict, verdict, problems, changes, customer_id)
  SELECT $1, $2, number, cells, identity, occasion, verdict, verdict, problems, changes, customer_id
    FROM json_to_recordset($3::json) AS read(number int, cells json, identity text, occasion text, verdict text, problems json,
                                              changes json, customer_id bigint)
   ORDER BY number
  ON CONFLICT (shop, run_id, number) DO UPDATE
     SET cells = excluded.cells, identity = excluded.identity, occasion = excluded.occasion,
         own_verdict = excluded.own_verdict, verdict = excluded.verdict, duplicate_of = NULL,
         problems = excluded.problems, changes = excluded.changes, customer_id = excluded.customer_id`;

/**
 * Settles duplicate rows: the first one that can be imported counts and the others are left out. Or, as the kind declares, all are left
 * out, and each names another one, also one that is refused for its own values. Only rows whose verdict changes are written.
 * @param identities only these; all of the import without it
 */
export async function settleDuplicates(
  tx: ShopTransaction,
  { duplicates }: Pick<ImportForm, "duplicates">,
  { shop, id }: StoredImport,
  identities?: readonly string[],
): Promise<void> {
  const { rows } = await tx.$client.query<{ number: number; first: number | null }>(
    `SELECT number, other AS first FROM (
       SELECT number, duplicate_of,
              CASE WHEN is_left_out THEN NULL
                   WHEN first_value(number) OVER same <> number THEN first_value(number) OVER same
                   WHEN $4 THEN lead(number) OVER same END AS other
         FROM (SELECT *, own_verdict = 'refused' AND NOT $4 AS is_left_out FROM import_rows) AS import_rows
        WHERE shop = $1 AND run_id = $2 AND identity IS NOT NULL AND ($3::text[] IS NULL OR identity = ANY($3))
       WINDOW same AS (PARTITION BY identity, occasion, is_left_out ORDER BY number)
     ) AS settled WHERE duplicate_of IS DISTINCT FROM other`,
    [shop, id, identities ?? null, duplicates.refuse === true],
  );
  if (rows.length === 0) return;
  // By number and from outside: joined to itself, a table that has just been filled is searched row by row.
  await tx.$client.query(
    `UPDATE import_rows AS stagedRows
        SET duplicate_of = settled.first,
            verdict = CASE WHEN settled.first IS NULL OR own_verdict = 'refused' THEN own_verdict ELSE 'duplicate' END
       FROM unnest($3::int[], $4::int[]) AS settled(number, first)
      WHERE stagedRows.shop = $1 AND stagedRows.run_id = $2 AND stagedRows.number = settled.number`,
    [shop, id, rows.map(({ number }) => number), rows.map(({ first }) => first)],
  );
}

/** SQL that is true of rows that a person should look at before the import: imported ones with a remark, and repeated ones. */
export const WORTH_A_LOOK =
  "(verdict = 'duplicate' OR verdict <> 'refused' AND json_array_length(problems) > 0)";

/** Counts the rows by verdict and notes it on the import, with what is wrong with the file as a whole. */
export async function countVerdicts(
  tx: ShopTransaction,
  { file }: ImportDefinition,
  run: StoredImport,
  checkedAgainst: "store" | "mirror",
): Promise<void> {
  const { shop, id } = run;
  const { rows } = await tx.$client.query<{ verdict: string; count: number; look: number }>(
    `SELECT verdict, count(*)::int AS count, count(*) FILTER (WHERE ${WORTH_A_LOOK})::int AS look
       FROM import_rows WHERE shop = $1 AND run_id = $2 GROUP BY verdict`,
    [shop, id],
  );
  const found = new Map(rows.map(({ verdict, count }) => [verdict, count]));
  const look = rows.reduce((sum, row) => sum + row.look, 0);
  const problem = (await file?.problem?.(tx, run)) ?? null;
  const counts = {
    ...Object.fromEntries(VERDICTS.map((verdict) => [verdict, found.get(verdict) ?? 0])),
    look,
  };
  const { summary, question } = (problem
    ? undefined
    : await file?.sumUp?.(tx, run, { isStarting: false })) ?? {
    summary: null,
    question: null,
  };
  await tx.$client.query(
    `UPDATE import_runs SET counts = $3, checked_against = $4, problem = $5, summary = $6, question = $7, checked_at = now()
      WHERE shop = $1 AND id = $2`,
    [shop, id, JSON.stringify(counts), checkedAgainst, problem, summary && JSON.stringify(summary), question],
  );
}
