import { subDays } from "date-fns";
import type { Run } from "~/core/imports/import-handler.server";
import { isUndone } from "~/core/imports/runs.server";
import { formatInstant } from "~/platform/dates/instant";
import type { ShopTransaction } from "~/platform/db/with-shop.server";
import { addCents, type Cents, NO_CENTS, subtractCents } from "~/platform/money/cents";
import { formatMoney } from "~/platform/money/format-money";
import { pluralize } from "~/platform/text/pluralize";
import { readOwedCents } from "../monthly-sums.server";
import { type EarlierPosting, findRepeated, readRepeatDays } from "../repeated-postings.server";
import { currencyOf } from "./compare-credits.server";
import { readPostings } from "./read-postings.server";

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
  run: Run,
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
async function sameFileSentence(tx: ShopTransaction, run: Run): Promise<string | null> {
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
