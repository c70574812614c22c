import { type BackroomPromise, finding } from "../support/promise.ts";
import { describe, measureWorstNeighbor, type Size } from "../support/worst-neighbor.ts";

const SMALL: Size = {
  shops: 20,
  customers: 200,
  importedRows: 300,
  mails: 160,
  throttledStudents: 160,
  credits: 12,
  idleSeconds: 0,
};

export const FULL: Size = {
  shops: 100,
  customers: 10_000,
  importedRows: 50_000,
  mails: 20_000,
  throttledStudents: 4_000,
  credits: 60,
  idleSeconds: 120,
};

/** A small run may share its machine with other work. It sees that people's work goes on at all, and prints the times. */
const LIMITS = { small: { creditMs: 60_000, exported: 30 }, full: { creditMs: 2_000, exported: 2 } };

export const worstNeighbor: BackroomPromise = {
  id: "R34",
  title: "two workers and many shops: one imports, one mails slowly, one is throttled, one's Solr hangs",
  isLong: true,
  async test(shop, scale) {
    const limits = LIMITS[scale];
    const size = scale === "small" ? SMALL : FULL;
    const { alone, beside, credits, waitingAtRest, tooManyPlaces, idleNeighbors } =
      await measureWorstNeighbor(shop, size);
    return finding(
      `${credits} credits in ${size.shops} shops, alone: ${describe(alone)}, beside: ${describe(beside)}`,
      {
        "tasks that wait at rest": waitingAtRest,
        "samples with more places than a shop may use": tooManyPlaces,
        "neighbors that were idle": idleNeighbors,
        "credits later than their limit": beside.credit > limits.creditMs ? 1 : 0,
        "exports later than their limit": beside.exported > limits.exported * alone.exported ? 1 : 0,
      },
    );
  },
};
