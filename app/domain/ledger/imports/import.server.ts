import { subDays } from "date-fns";
import { liveAdminApi } from "~/connectors/shopify/live.server";
import type { CallOptions } from "~/connectors/shopify/port";
import {
  defineImport,
  patchRow,
  type StoredImport,
  type StoredRow,
} from "~/core/imports/import-definition.server";
import { isUndone } from "~/core/imports/imports.server";
import { lookUpPersons } from "~/domain/customers/imports/look-up-persons.server";
import { post } from "~/domain/ledger/post.server";
import { formatInstant } from "~/platform/dates/instant";
import { type ShopTransaction, withShop } from "~/platform/db/with-shop.server";
import { conflict } from "~/platform/errors";
import type { ItemContext } from "~/platform/jobs/job.server";
import { addCents, type Cents, centsFromDatabase, NO_CENTS, subtractCents } from "~/platform/money/cents";
import { formatMoney } from "~/platform/money/format-money";
import { pluralize } from "~/platform/text/pluralize";
import { readOwedCents } from "../monthly-sums.server";
import { refreshBeforePosting } from "../reconcile/refresh-accounts.server";
import { type EarlierPosting, findRepeated, readRepeatDays } from "../repeated-postings.server";
import { DUPLICATE_EMAILS, ROW_CHECKS } from "./checks";
import { compareCredits, currencyOf } from "./compare-credits.server";
import { creditImport } from "./import";
import {
  assertRowWithinLimit,
  assertUndoWithinLimit,
  beginCredits,
  readPostings,
  readResults,
  resultsOfPostings,
  writtenCredit,
} from "./post-rows.server";
import { resultsOfReversals, undoCredit } from "./undo-credit.server";

/**
 * Rows that are credits and adjustments: posted all together when the import starts, each done once the store has confirmed its
 * posting. One that failed is posted again when the failed rows are retried.
 */
export const importedCredits = defineImport({
  form: creditImport,
  compare: compareCredits,
  created: () => [],
  async write(row, context) {
    const { shop } = context;
    return withShop(shop, async (tx) => {
      const postingId = await postAgain(tx, row, context);
      if (row.outcome !== "written") await patchRow(tx, row, { outcome: "written" });
      const result = (await readResults(tx, shop, [postingId])).get(postingId);
      return result && result !== "deferred" ? result : { state: "pending", ref: postingId };
    });
  },
  undo: undoCredit,
  lookUp: lookUpCredit,
  file: { problem: fileProblem, sumUp: sumUpCredits, mayNeedOthers: true },
  together: {
    begin: beginCredits,
    beginUndo: (tx, { shop, id: runId }, by) => assertUndoWithinLimit(tx, { shop, runId }, by),
  },
  pending: { writes: resultsOfPostings, undos: resultsOfReversals },
});

/** The first of the four checks that the file does not pass; null when it passes all. */
export async function fileProblem(tx: ShopTransaction, { shop, id }: StoredImport): Promise<string | null> {
  const { rows: repeated } = await tx.$client.query(
    `SELECT 1 FROM import_rows WHERE shop = $1 AND run_id = $2 AND identity IS NOT NULL
      GROUP BY identity HAVING count(*) > 1 LIMIT 1`,
    [shop, id],
  );
  if (repeated.length > 0) return DUPLICATE_EMAILS;
  const { rows } = await tx.$client.query<{ sentence: string }>(
    `SELECT DISTINCT problem ->> 'sentence' AS sentence FROM import_rows, json_array_elements(problems) AS problem
      WHERE shop = $1 AND run_id = $2 AND own_verdict = 'refused'`,
    [shop, id],
  );
  const sentences = new Set(rows.map(({ sentence }) => sentence));
  return ROW_CHECKS.find((check) => sentences.has(check)) ?? null;
}

/**
 * Updates the mirror with the customers of these emails, and compares their balances with Shopify.
 * @returns false when balances stay as of an earlier comparison, because Shopify took too long
 * @throws 502 when Shopify doesn't answer about the customers
 */
export async function lookUpCredit(
  shop: string,
  emails: readonly string[],
  call: CallOptions,
): Promise<boolean> {
  await lookUpPersons(shop, emails, call);
  const { currency, customerIds } = await withShop(shop, async (tx) => {
    const { rows } = await tx.$client.query<{ id: string }>(
      "SELECT id FROM customers_of_shop WHERE lower(email) = ANY($1::text[])",
      [emails],
    );
    return { currency: await currencyOf(tx), customerIds: rows.map(({ id }) => Number(id)) };
  });
  return refreshBeforePosting({ shop, currency, adminApi: liveAdminApi(shop) }, customerIds);
}

/** How many rows are read by one statement. */
const ROWS_PER_READ = 5_000;
/** The most earlier postings that the question names. */
const MAX_NAMED = 3;

interface Sum {
  count: number;
  cents: Cents;
}

/**
 * Sums up the credits and adjustments of a checked file, and asks before the same file, or the same credits to the same customers,
 * are posted again. Imports of credits start one after another, so that two of the same file can't both start without a question.
 */
export async function sumUpCredits(
  tx: ShopTransaction,
  run: StoredImport,
  { isStarting }: { isStarting: boolean },
): Promise<{ summary: string[]; question: string | null }> {
  if (isStarting)
    await tx.$client.query("SELECT pg_advisory_xact_lock(hashtextextended($1, 0))", [
      `start credits import ${run.shop}`,
    ]);
  const currency = await currencyOf(tx);
  const days = await readRepeatDays(tx, run.shop);
  const since = subDays(new Date(), days);
  const sums: Record<"Credit" | "Adjustment", Sum> = {
    Credit: { count: 0, cents: NO_CENTS },
    Adjustment: { count: 0, cents: NO_CENTS },
  };
  let repeatedCount = 0;
  const repeated: EarlierPosting[] = [];
  for await (const { postings } of readPostings(tx, run, ROWS_PER_READ)) {
    for (const { type, amountCents } of postings) {
      sums[type].count += 1;
      sums[type].cents = addCents(sums[type].cents, amountCents);
    }
    const found = days === 0 ? [] : await findRepeated(tx, run.shop, postings, since);
    repeatedCount += found.length;
    repeated.push(...found.slice(0, MAX_NAMED - repeated.length));
  }
  const { Credit: credits, Adjustment: adjustments } = sums;
  const money = (cents: Cents) => formatMoney(cents, currency);
  const owed = await readOwedCents(tx, run.shop);
  const after = subtractCents(addCents(owed, credits.cents), adjustments.cents);
  const summary = [
    ...(credits.count > 0
      ? [`Credits: ${pluralize(credits.count, "row")}, ${money(credits.cents)} in all.`]
      : []),
    ...(adjustments.count > 0
      ? [`Adjustments: ${pluralize(adjustments.count, "row")}, ${money(adjustments.cents)} in all.`]
      : []),
    `Owed to all customers: ${money(owed)} now, ${money(after)} afterward.`,
  ];
  const questions = [
    await sameFileSentence(tx, run),
    repeatedCount > 0 &&
      `${pluralize(repeatedCount, "row")} ${repeatedCount === 1 ? "repeats" : "repeat"} a posting of the last ${days === 1 ? "day" : `${days} days`} with the same customer, amount and reference: ${repeated.map((one) => describe(one, money)).join("; ")}${repeatedCount > repeated.length ? "; and others" : ""}.`,
  ].filter(Boolean);
  return { summary, question: questions.length > 0 ? questions.join(" ") : null };
}

const describe = ({ customerName, amountCents, at, by }: EarlierPosting, money: (cents: Cents) => string) =>
  `${customerName} ${money(amountCents)} on ${formatInstant(at, "UTC").dateTime} UTC by ${by}`;

/** Names the latest import of the same file that was started and not undone. */
async function sameFileSentence(tx: ShopTransaction, run: StoredImport): Promise<string | null> {
  const { rows } = await tx.$client.query<{ at: Date; by: string; rows: number }>(
    `SELECT jobs.created_at AS at, jobs.started_by_name AS by, jobs.total AS rows
       FROM import_runs AS earlier JOIN jobs ON jobs.shop = $1 AND jobs.id = earlier.job_id
      WHERE earlier.shop = $1 AND earlier.kind = $2 AND earlier.file_sha256 = $3 AND earlier.id <> $4
        AND NOT ${isUndone("earlier")}
      ORDER BY jobs.created_at DESC LIMIT 1`,
    [run.shop, run.kind, run.fileSha256, run.id],
  );
  const [earlier] = rows;
  if (!earlier) return null;
  return `This file was imported on ${formatInstant(earlier.at, "UTC").dateTime} UTC by ${earlier.by}: ${pluralize(earlier.rows, "row")}.`;
}

interface FailedPosting {
  customerId: string;
  type: "Credit" | "Adjustment";
  cents: string;
  reference: string;
}

/**
 * Posts a row again whose posting has failed, when the job's failed rows are retried: the customer's account may have room for
 * it now. A pending posting, or one with an unknown outcome, is never repeated, and a run after a crash doesn't post twice.
 * @returns the row's latest posting: the new one, or the one that this or another worker made before
 * @throws 409 when it can no longer be posted: the customer was deleted, has too little credit, or a second administrator must approve it
 */
export async function postAgain(
  tx: ShopTransaction,
  row: StoredRow,
  { shop, administrator: by, jobId, operationId }: ItemContext,
): Promise<string> {
  const latestId = await lockRow(tx, row);
  const failed = await findFailed(tx, row, jobId);
  if (!failed) return latestId;
  const { type, reference } = failed;
  const wanted = {
    customerId: Number(failed.customerId),
    type,
    amountCents: centsFromDatabase(failed.cents),
    reference,
  };
  await assertRowWithinLimit(tx, row, wanted, { by, purpose: "retry" });
  const posting = { by, operationKey: `${by.id}:${operationId}`, now: new Date() };
  const [posted] = await post(tx, shop, [wanted], posting);
  if (!posted?.postingId) throw conflict(posted?.problem ?? "It couldn't be posted.");
  await patchRow(tx, row, { written: { postingId: posted.postingId } });
  return posted.postingId;
}

/**
 * Locks the row, by a statement of its own: after waiting, PostgreSQL would keep the posting that `findFailed` had looked up before.
 * @returns its posting, which another worker may have replaced since the row was read
 */
async function lockRow(tx: ShopTransaction, row: StoredRow): Promise<string> {
  const { rows } = await tx.$client.query<{ id: string }>(
    `SELECT written ->> 'postingId' AS id FROM import_rows
      WHERE shop = $1 AND run_id = $2 AND number = $3 FOR UPDATE`,
    [row.shop, row.runId, row.number],
  );
  return rows[0]?.id ?? writtenCredit(row).postingId;
}

/** The locked row's posting, when it failed before the job's failed rows were asked for again. */
async function findFailed(
  tx: ShopTransaction,
  { shop, runId, number }: StoredRow,
  jobId: string,
): Promise<FailedPosting | undefined> {
  const { rows } = await tx.$client.query<FailedPosting>(
    // OFFSET has the row's own posting looked up, however few postings PostgreSQL believes there are: it would go over all that ended.
    `SELECT posting.customer_id AS "customerId", posting.type, abs(posting.amount_cents) AS cents,
            posting.reference
       FROM import_rows AS import_row
       JOIN jobs ON jobs.shop = $1 AND jobs.id = $4,
            LATERAL (SELECT at FROM ledger_outcomes
                      WHERE shop = $1 AND posting_id = (import_row.written ->> 'postingId')::uuid AND state = 'FAILED' AND duplicate_of IS NULL OFFSET 0) AS outcome,
            LATERAL (SELECT * FROM ledger_postings
                      WHERE shop = $1 AND id = (import_row.written ->> 'postingId')::uuid OFFSET 0) AS posting
      WHERE import_row.shop = $1 AND import_row.run_id = $2 AND import_row.number = $3 AND jobs.retried_at > outcome.at`,
    [shop, runId, number, jobId],
  );
  return rows[0];
}
