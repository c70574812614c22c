import { escapeLiteral } from "pg";
import type { Declarations } from "~/core/context.server";
import { erasure, lowerCaseContacts, mayMention, mentions } from "~/core/erasure/erasure.server";
import type { ShopTransaction } from "~/platform/db/with-shop.server";
import { conflict } from "~/platform/errors";
import { definePruning, olderThan, type Pruning } from "~/platform/jobs/prune.server";
import type { ImportDefinitions } from "./import-definition.server";
import { ROWS_KEPT_DAYS } from "./messages";

const DRAFT_DAYS = 2;

/** How long a checked file can wait for someone who didn't prepare it, on a weekend, too. */
export const WAITING_DAYS = 7;

const pruneDrafts = (
  declared: Pick<Pruning, "name" | "days"> & { cron: string; what: string; where: string },
) => {
  const { days, where, ...pruning } = declared;
  const isOld = `job_id IS NULL AND ${where} AND ${olderThan("created_at", days)}`;
  const runs = `SELECT id FROM import_runs WHERE import_runs.shop = old.shop AND ${isOld}`;
  return definePruning({
    ...pruning,
    days,
    rows: [
      { table: "import_rows", where: `run_id IN (${runs})` },
      { table: "import_runs", where: isOld },
    ],
  });
};

/** SQL that is true of a checked file of a kind whose files may have to be started by someone else. */
function mayWait(imports: ImportDefinitions): string {
  const kinds = [...imports.values()].flatMap(({ form, file }) =>
    file?.needsOthers || file?.mayNeedOthers ? [form.id] : [],
  );
  return `(checked_at IS NOT NULL AND kind = ANY (${escapeLiteral(`{${kinds.join(",")}}`)}))`;
}

/** Rows of files are people's data. A draft's aren't kept longer than it takes to decide about it. */
export const forgetOldDrafts = ({ imports }: Pick<Declarations, "imports">): Pruning =>
  pruneDrafts({
    name: "imports.forget-drafts",
    cron: "20 4 * * *",
    what: "Imported files that were never started",
    days: DRAFT_DAYS,
    where: `NOT ${mayWait(imports)}`,
  });

export const forgetWaitingFiles = ({ imports }: Pick<Declarations, "imports">): Pruning =>
  pruneDrafts({
    name: "imports.forget-waiting-files",
    cron: "22 4 * * *",
    what: "Imported files that may wait for another administrator",
    days: WAITING_DAYS,
    where: mayWait(imports),
  });

/** They are kept as long as an import can be undone. The import itself stays, so that the same file is recognized. */
export const forgetOldImports = definePruning({
  name: "imports.forget",
  cron: "25 4 * * *",
  what: "Rows of imports",
  days: ROWS_KEPT_DAYS,
  rows: [
    {
      table: "import_rows",
      where: `run_id IN (SELECT id FROM import_runs WHERE import_runs.shop = old.shop AND ${olderThan("created_at", ROWS_KEPT_DAYS)})`,
    },
  ],
});

/**
 * Refuses what needs the rows of an import.
 * @param id of its run, or of the job that writes or undoes it
 * @param consequence the end of the sentence that refuses it
 * @throws 409 when the rows were deleted because of their age
 */
export async function assertRowsKept(
  tx: ShopTransaction,
  shop: string,
  id: string,
  consequence = ", so it can't be undone or retried.",
): Promise<void> {
  const { rowCount } = await tx.$client.query(
    `SELECT 1 FROM import_runs AS run
      WHERE shop = $1 AND $2 IN (id, job_id, undo_job_id) AND created_at < now() - make_interval(days => $3)
        AND NOT EXISTS (SELECT 1 FROM import_rows AS row WHERE row.shop = $1 AND row.run_id = run.id)`,
    [shop, id, ROWS_KEPT_DAYS],
  );
  if (rowCount)
    throw conflict(
      `This import is more than ${ROWS_KEPT_DAYS} days old and its rows were deleted${consequence}`,
    );
}

/** Deletes rows of imported files that were about the customer or name them. */
export const eraseImportRows = erasure("import rows", {
  stage: 40,
  async erase(client, person) {
    const { shop, customerId, contacts } = person;
    const { rows } = await client.query<{ run_id: string; number: number; text: string; about: boolean }>(
      `SELECT run_id, number, coalesce(customer_id = $2, false) OR coalesce(lower(identity) = ANY($4), false) AS about,
              cells::text AS text FROM import_rows
        WHERE shop = $1 AND (customer_id = $2 OR lower(identity) = ANY($4) OR ${mayMention("cells::text", "$3")})`,
      // A cell may have an address with spaces in it. The identity is the address as it was read.
      [shop, customerId, contacts, lowerCaseContacts(person)],
    );
    const found = rows.filter(({ about, text }) => about || mentions(text, contacts));
    await client.query(
      `DELETE FROM import_rows USING unnest($2::uuid[], $3::int[]) AS found(run_id, number)
        WHERE shop = $1 AND import_rows.run_id = found.run_id AND import_rows.number = found.number`,
      [shop, found.map((row) => row.run_id), found.map((row) => row.number)],
    );
  },
});
