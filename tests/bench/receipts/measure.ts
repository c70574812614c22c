import {
  compareContents,
  contentOf,
  keysOf,
  type ReceiptContent,
} from "~/domain/submissions/reading/content-matches.server";
import { findDates } from "~/domain/submissions/reading/find-dates";
import { findNumbers } from "~/domain/submissions/reading/find-number";
import { findTotals } from "~/domain/submissions/reading/find-total";
import { looksOf, type ReadLine } from "~/domain/submissions/reading/reading";
import { readReceiptText } from "~/domain/submissions/reading/receipt-text.server";
import { seededRandom } from "../../../local-store/faults/seeded-random.ts";
import { against, perCent } from "../table.ts";
import { type Camera, photograph } from "./photograph.ts";
import { LAYOUT_COUNT, type Printed, paperOf, totalOf } from "./print-receipt.ts";

const TARGET = { right: 0.85, recall: 0.85, precision: 0.98 };
const RETAILERS = ["Harbor Tool Supply", "Northline Tools", "MegaBuild Center", "Delta Industrial"];
const GOODS = [
  "Cordless drill DC-100",
  "Battery 4Ah",
  "Bit set 32 pcs",
  "Work light LED",
  "Tape measure",
  "Wood screws",
];

/**
 * Reads a set of drawn receipts and copies of them. No photo that a person took is among them.
 * @param count of receipts, each with a copy. Lines for the report
 */
export async function measureReceipts(count: number): Promise<string[]> {
  const random = seededRandom(41);
  const receipts = Array.from({ length: count }, (_, index) => printedBy(random, index));
  // The next customer with the same goods, an hour later: what must not be taken for a copy.
  for (let index = 3; index < count; index += 4)
    receipts[index] = nextOf(receipts[index - 1] as Printed, index);
  const right = { total: 0, date: 0, number: 0, all: 0 };
  const contents: { receipt: number; content: ReceiptContent }[] = [];
  let readMs = 0;
  const read = async (photo: Buffer): Promise<ReadLine[]> => {
    const started = performance.now();
    const text = await readReceiptText("image/jpeg", photo);
    readMs += performance.now() - started;
    return text?.lines ?? [];
  };
  for (const [index, printed] of receipts.entries()) {
    const look = { font: index, isFixed: index % 3 === 0 };
    const svg = paperOf(printed, look);
    const lines = await read(await photograph(svg, cameraBy(random)));
    const copy = await read(await photograph(svg, copyingBy(random)));
    contents.push(
      { receipt: index, content: contentOf(lines) },
      { receipt: index, content: contentOf(copy) },
    );
    const found = {
      total: findTotals(lines)[0]?.value === String(totalOf(printed)),
      date: findDates(lines)[0]?.value === printed.day,
      number: looksOf(findNumbers(lines)[0]?.value ?? "").endsWith(looksOf(printed.number).slice(-5)),
    };
    right.total += Number(found.total);
    right.date += Number(found.date);
    right.number += Number(found.number);
    right.all += Number(found.total && found.date);
  }
  const { recall, precision, pairs } = matchesOf(contents);
  const share = (value: number) => perCent(value / count);
  return [
    `receipts: ${count} drawn ones (other fonts and layouts than the demo's, perspective, blur, shadow, JPEG), each with a copy. No real photos were tried`,
    `total and date right ${against(share(right.all), right.all / count >= TARGET.right, `>= ${perCent(TARGET.right)}`)}, total ${share(right.total)}, date ${share(right.date)}, number ${share(right.number)}`,
    `copies (crop of 3 to 20 %, turn of up to 3°, another background) found by their text ${against(perCent(recall), recall >= TARGET.recall, `>= ${perCent(TARGET.recall)}`)}, right ones of those that were found ${against(perCent(precision), precision >= TARGET.precision, `>= ${perCent(TARGET.precision)}`)} of ${pairs} pairs`,
    `${((2 * count * 60_000) / readMs).toFixed(1)} receipts read per minute and core, one at a time`,
  ];
}

function printedBy(random: () => number, index: number): Printed {
  const between = (from: number, to: number) => from + Math.floor(random() * (to - from + 1));
  const goods = Array.from({ length: between(2, 5) }, () => ({
    name: GOODS[between(0, GOODS.length - 1)] as string,
    cents: between(199, 24_999),
  }));
  const two = (value: number) => String(value).padStart(2, "0");
  return {
    retailer: RETAILERS[index % RETAILERS.length] as string,
    number: String(between(10_000_000, 99_999_999)),
    day: `2026-${two(between(1, 9))}-${two(between(1, 28))}`,
    time: [between(8, 20), between(0, 59)],
    goods,
    taxCents: Math.round(goods.reduce((sum, { cents }) => sum + cents, 0) * 0.07),
    layout: Math.floor(random() * LAYOUT_COUNT),
  };
}

const nextOf = (printed: Printed, index: number): Printed => ({
  ...printed,
  number: String(Number(printed.number) + index),
  time: [(printed.time[0] + 1) % 24, (printed.time[1] + 7) % 60],
});

const cameraBy = (random: () => number): Camera => ({
  random,
  turn: (random() * 2 - 1) * 4,
  perspective: 0.01 + random() * 0.03,
  blur: random() < 0.5 ? 0 : 0.4 + random() * 0.8,
  shadow: 0.45 + random() * 0.5,
  quality: 40 + Math.floor(random() * 45),
  crop: 0,
});

/** The receipt again: its edges are cut off, or it lies on another table, and it is turned a little. */
const copyingBy = (random: () => number): Camera => ({
  ...cameraBy(random),
  turn: (random() * 2 - 1) * 3,
  crop: random() < 0.6 ? 0.03 + random() * 0.17 : 0,
});

/** Compares all pairs that have a key in common, as the database finds them. */
function matchesOf(contents: readonly { receipt: number; content: ReceiptContent }[]) {
  const keys = contents.map(({ content }) => new Set(keysOf(content)));
  let [found, mistaken, pairs] = [0, 0, 0];
  for (const [first, one] of contents.entries())
    for (const [offset, other] of contents.slice(first + 1).entries()) {
      pairs += 1;
      const isCandidate = [...(keys[first] ?? [])].some((key) => keys[first + 1 + offset]?.has(key));
      if (!isCandidate || compareContents(one.content, other.content) !== "same") continue;
      if (one.receipt === other.receipt) found += 1;
      else mistaken += 1;
    }
  return { recall: found / (contents.length / 2), precision: found / Math.max(1, found + mistaken), pairs };
}
