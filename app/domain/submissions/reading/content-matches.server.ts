import { createHash } from "node:crypto";
import { eq, sql } from "drizzle-orm";
import { queryRows } from "~/core/lists/list-query.server";
import type { ShopTransaction } from "~/platform/db/with-shop.server";
import { findDates } from "./find-dates";
import { distance } from "./find-names";
import { findNumbers } from "./find-number";
import { amountsIn, findTotals } from "./find-total";
import { type Fact, looksOf, type ReadLine, textOf } from "./reading";
import { receiptContentKeys } from "./tables.server";

const MAX_CANDIDATES = 30;

const hashOf = (key: string): bigint => createHash("sha256").update(key).digest().readBigInt64BE();

/** @param digest of the upload: the same file is found again, even if it can't be read */
export async function storeContentKeys(
  tx: ShopTransaction,
  {
    shop,
    submissionId,
    digest,
    lines,
  }: { shop: string; submissionId: number; digest: string; lines: readonly ReadLine[] },
): Promise<void> {
  await tx
    .delete(receiptContentKeys)
    .where(
      sql`${eq(receiptContentKeys.shop, shop)} AND ${eq(receiptContentKeys.submissionId, submissionId)}`,
    );
  const keys = new Set([`file ${digest}`, ...keysOf(contentOf(lines))].map(hashOf));
  await tx
    .insert(receiptContentKeys)
    .values([...keys].map((key) => ({ shop, submissionId, key })))
    .onConflictDoNothing();
}

/** Submissions by how the text of their receipt is to another one's. */
export interface ContentMatches {
  same: number[];
  /** Clearly of another purchase, however similar the pictures are. */
  different: number[];
}

/**
 * Compares the text of a submission's receipt with those that have a key in common, and with these.
 * @param others such as those with a similar picture
 */
export async function findContentMatches(
  tx: ShopTransaction,
  submissionId: number,
  others: readonly number[],
): Promise<ContentMatches> {
  // One that isn't stored yet.
  if (submissionId === 0) return { same: [], different: [] };
  const found = await queryRows<{ id: number; isFile: boolean; lines: ReadLine[] | null }>(
    tx,
    sql`WITH own AS (SELECT key FROM receipt_content_keys WHERE shop = current_setting('app.shop') AND submission_id = ${submissionId}),
      shared AS (
        SELECT k.submission_id, count(*) AS keys FROM receipt_content_keys AS k
         WHERE k.shop = current_setting('app.shop') AND k.key = ANY(ARRAY(SELECT key FROM own)) AND k.submission_id <> ${submissionId}
         GROUP BY 1 ORDER BY 2 DESC, 1 DESC LIMIT ${MAX_CANDIDATES})
      SELECT s.id::float8 AS id, file.digest = (
               SELECT mine.digest FROM attachments AS mine JOIN submissions AS me ON me.shop = mine.shop AND me.attachment_id = mine.id
                WHERE me.shop = s.shop AND me.id = ${submissionId}) AS "isFile", r.lines
        FROM submissions AS s
        LEFT JOIN receipt_readings AS r ON r.shop = s.shop AND r.submission_id = s.id AND r.attachment_id = s.attachment_id
        LEFT JOIN attachments AS file ON file.shop = s.shop AND file.id = s.attachment_id
       WHERE s.shop = current_setting('app.shop')
         AND s.id = ANY(ARRAY(SELECT submission_id FROM shared) || ${sql.param([submissionId, ...others])}::bigint[])`,
  );
  const own = found.find(({ id }) => id === submissionId)?.lines;
  const content = own && contentOf(own);
  const matches: ContentMatches = { same: [], different: [] };
  for (const { id, isFile, lines } of found) {
    if (id === submissionId) continue;
    const verdict = isFile
      ? "same"
      : content && lines
        ? compareContents(content, contentOf(lines))
        : "unclear";
    if (verdict !== "unclear") matches[verdict].push(id);
  }
  return matches;
}

/** What of a receipt's text it is recognized by. Facts that a crop has cut off are undefined. */
export interface ReceiptContent {
  /** In the form of `looksOf`. */
  number?: string;
  /** YYYY-MM-DD. */
  day?: string;
  /** Hours and minutes as four digits. */
  time?: string;
  totalCents?: number;
  /** All amounts, in cents. */
  amounts: ReadonlySet<number>;
  /** In the form of `looksOf`, of at least three letters. */
  words: ReadonlySet<string>;
  /** The beginnings of lines of text, in the form of `looksOf`. */
  beginnings: readonly string[];
}

/** A fact whose words are less certain is left out: it would be taken for another receipt's. In percent. */
const MIN_CONFIDENCE = 60;
const TIME = /(?<![\d.:/-])([01]?\d|2[0-3]):([0-5]\d)(?::[0-5]\d)?(?!\d|[.,]\d|%)/;
/** Written like an amount, so only after a date. */
const DOTTED_TIME = /\d\.\d{1,2}\.\d{2,4}\D{1,8}([01]?\d|2[0-3])\.([0-5]\d)(?![\d.,])/;
const MIN_WORD = 3;
const BEGINNING = 10;

const certainValueOf = (facts: readonly Fact[]): string | undefined => {
  const [fact] = facts;
  return fact && fact.confidence >= MIN_CONFIDENCE ? fact.value : undefined;
};

/** What a receipt's text is recognized by. */
export function contentOf(lines: readonly ReadLine[]): ReceiptContent {
  const texts = lines.map(textOf);
  const total = certainValueOf(findTotals(lines));
  const number = certainValueOf(findNumbers(lines));
  return {
    number: number && looksOf(number),
    day: certainValueOf(findDates(lines)),
    time: timeIn(texts),
    totalCents: total === undefined ? undefined : Number(total),
    amounts: new Set(lines.flatMap((line) => amountsIn(line).map(({ cents }) => cents))),
    words: new Set(
      lines.flat().flatMap(({ text }) => {
        const looks = looksOf(text);
        return looks.length >= MIN_WORD ? [looks] : [];
      }),
    ),
    beginnings: texts
      .map((text) => looksOf(text).slice(0, BEGINNING))
      .filter(({ length }) => length === BEGINNING),
  };
}

function timeIn(texts: readonly string[]): string | undefined {
  const found = texts.map((text) => TIME.exec(text) ?? DOTTED_TIME.exec(text)).find(Boolean);
  const [, hours, minutes] = found ?? [];
  return hours && minutes && `${hours.padStart(2, "0")}${minutes}`;
}

const MAX_KEYS = 12;
const MIN_NUMBER = 5;

/**
 * What candidates are found by. Few receipts share one of them. Each has several, because a crop or a wrong letter leaves only some.
 */
export function keysOf(content: ReceiptContent): string[] {
  const { number, day, time, totalCents, amounts, beginnings } = content;
  const both = (name: string, ...parts: (string | number | undefined)[]) =>
    parts.includes(undefined) ? [] : [[name, ...parts].join(" ")];
  return [
    ...(number && number.length >= MIN_NUMBER ? [`number ${number}`] : []),
    // Of a number that was cut off, one end is left.
    ...[time, totalCents].flatMap((value) => [
      ...both("beginning", number?.slice(0, MIN_NUMBER), value),
      ...both("end", number?.slice(-MIN_NUMBER), value),
    ]),
    ...both("time", time, totalCents),
    ...both("moment", day, time),
    ...[...amounts]
      .slice(0, MAX_KEYS)
      .flatMap((cents) => [...both("sum", time, cents), ...both("amount", day, cents)]),
    ...beginnings.slice(0, 2 * MAX_KEYS).flatMap((beginning) => both("line", day, beginning)),
  ];
}

/** What each fact says, by how rarely two receipts share it. */
const WEIGHTS = { number: 4, time: 2, total: 2, amounts: 2, day: 1 };
const MIN_AGREEMENT = 3;
/** Of the words of the shorter text. */
const MIN_SHARED_WORDS = 0.5;
const MIN_PART = 4;

/** Whether two texts are of the same receipt. `unclear`: too little of one could be read. */
export function compareContents(
  one: ReceiptContent,
  other: ReceiptContent,
): "same" | "different" | "unclear" {
  const facts = [
    [WEIGHTS.number, compareNumbers(one, other)],
    [WEIGHTS.time, compareValues(one.time, other.time)],
    [WEIGHTS.total, compareValues(one.totalCents, other.totalCents)],
    [WEIGHTS.amounts, compareAmounts(one.amounts, other.amounts)],
    [WEIGHTS.day, compareValues(one.day, other.day)],
  ] as const;
  const sum = (isEqual: boolean) =>
    facts.reduce((points, [weight, result]) => points + (result === isEqual ? weight : 0), 0);
  const [agreement, conflict] = [sum(true), sum(false)];
  if (
    agreement >= MIN_AGREEMENT &&
    agreement >= 3 * conflict &&
    sharedWords(one.words, other.words) >= MIN_SHARED_WORDS
  )
    return "same";
  return conflict > MIN_AGREEMENT && conflict > agreement ? "different" : "unclear";
}

/** Undefined when it says nothing. */
type Comparison = boolean | undefined;

const compareValues = <Value>(one: Value | undefined, other: Value | undefined): Comparison =>
  one === undefined || other === undefined ? undefined : one === other;

/**
 * A crop cuts a number in parts, which the receipts of one register share: at another time, a part says nothing. One wrong letter can be
 * a fault of the reading, or the next receipt of the same register.
 */
function compareNumbers(a: ReceiptContent, b: ReceiptContent): Comparison {
  const [one, other] = [a.number, b.number];
  if (!one || !other) return undefined;
  if (one === other) return true;
  const [short, long] = one.length < other.length ? [one, other] : [other, one];
  const isPart = short.length >= MIN_PART && (long.startsWith(short) || long.endsWith(short));
  if (isPart) return compareValues(a.time, b.time) === false ? undefined : true;
  return distance(one, other) <= 1 && a.time !== undefined && a.time === b.time ? undefined : false;
}

function compareAmounts(one: ReadonlySet<number>, other: ReadonlySet<number>): Comparison {
  const fewer = Math.min(one.size, other.size);
  if (fewer < 2) return undefined;
  const shared = [...one].filter((cents) => other.has(cents)).length / fewer;
  if (shared >= 0.6) return true;
  return shared < 0.3 ? false : undefined;
}

function sharedWords(one: ReadonlySet<string>, other: ReadonlySet<string>): number {
  const fewer = Math.min(one.size, other.size);
  return fewer === 0 ? 0 : [...one].filter((word) => other.has(word)).length / fewer;
}
