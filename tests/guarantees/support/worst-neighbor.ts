import type { ChildProcess } from "node:child_process";
import { setTimeout as wait } from "node:timers/promises";
import { PLACES_OF_A_SHOP } from "~/platform/jobs/slots.server";
import type { TestShop } from "../../support/test-shop.ts";
import { beThrottled, hangSolr, importRows, mailSlowly } from "./bad-neighbors.ts";
import { startBuiltWorker } from "./built-process.ts";
import {
  addShops,
  countWaiting,
  creditConfirmed,
  exportWritten,
  type ListReader,
  type OneShop,
  query,
  removeShops,
  startListReader,
  untilAtRest,
} from "./many-shops.ts";
import { percentile } from "./promise.ts";

/** A new process reads slower, alone or not. */
const WARM_UP_READS = 50;
const READS_A_ROUND = 3;

/** How large the test is. */
export interface Size {
  shops: number;
  customers: number;
  importedRows: number;
  mails: number;
  throttledStudents: number;
  credits: number;
  /** For how long idle messages and queries are counted. 0: not at all. */
  idleSeconds: number;
}

/** What people in other shops saw, in milliseconds where not said otherwise. */
export interface Figures {
  fillSeconds: number;
  waitingAtRest: number;
  idle: { messages: number; transactions: number } | null;
  alone: { credit: number; exported: number; list: number };
  beside: { credit: number; exported: number; list: number };
  credits: number;
  /** Samples in which a shop used more places of a queue than it may. */
  tooManyPlaces: number;
  /** Neighbors whose jobs had ended before the people's work: they disturbed no one. */
  idleNeighbors: number;
}

/** Measures a shop's work alone, and beside neighbors whose work is slow. */
export async function measureWorstNeighbor(
  shop: TestShop,
  size: Size,
  say: (line: string) => void = () => undefined,
): Promise<Figures> {
  const begun = performance.now();
  const all = await addShops(shop, size.shops, size.customers);
  const [importer, mailer, throttled, searcher, exporter, ...others] = all;
  if (!importer || !mailer || !throttled || !searcher || !exporter || others.length === 0)
    throw new Error("Too few shops.");
  const fillSeconds = (performance.now() - begun) / 1_000;
  say(`filled in ${fillSeconds.toFixed(0)} s`);
  const workers: ChildProcess[] = [];
  let reader: ListReader | undefined;
  let stopSolr = () => {};
  const places = watchPlaces();
  try {
    for (let number = 0; number < 2; number += 1) workers.push(await startBuiltWorker());
    reader = await startListReader(shop);
    for (const { domain } of others.slice(0, WARM_UP_READS)) await reader.read(domain);
    await untilAtRest();
    const waitingAtRest = await countWaiting();
    const idle = size.idleSeconds > 0 ? await countIdle(size.idleSeconds) : null;
    const measured = { exporter, others, credits: size.credits, reader };
    const alone = await measurePeople(measured, 0);
    say(`alone: ${describe(alone)}`);
    // The mails' shop first, whose jobs wait longest.
    await mailSlowly(mailer, size.mails);
    await beThrottled(shop, throttled, size.throttledStudents);
    stopSolr = await hangSolr(searcher);
    await importRows(shop, importer, size.importedRows);
    const beside = await measurePeople(measured, size.credits);
    say(`beside them: ${describe(beside)}`);
    return {
      fillSeconds,
      waitingAtRest,
      idle,
      alone,
      beside,
      credits: size.credits * 2,
      tooManyPlaces: places.stop(),
      idleNeighbors: await countIdleOf([mailer, throttled]),
    };
  } finally {
    places.stop();
    for (const worker of workers) worker.kill("SIGKILL");
    reader?.stop();
    stopSolr();
    await removeShops(all);
  }
}

async function countIdleOf(neighbors: readonly OneShop[]): Promise<number> {
  const rows = await query(
    "SELECT DISTINCT shop FROM jobs WHERE shop = ANY($1) AND state IN ('queued', 'running')",
    [neighbors.map(({ domain }) => domain)],
  );
  return neighbors.length - rows.length;
}

interface People {
  exporter: OneShop;
  others: readonly OneShop[];
  credits: number;
  reader: ListReader;
}

/** People credit customers one after the other, each in another shop, while one exports and one reads a list. */
async function measurePeople({ exporter, others, credits, reader }: People, firstRound: number) {
  const exporting = exportWritten(exporter);
  const confirmed: number[] = [];
  const lists: number[] = [];
  for (let round = firstRound; round < firstRound + credits; round += 1) {
    const one = others[round % others.length] as OneShop;
    confirmed.push(await creditConfirmed(one, round));
    for (let read = 0; read < READS_A_ROUND; read += 1) {
      const { domain } = others[(round + read) % others.length] as OneShop;
      lists.push(await reader.read(domain));
    }
  }
  return {
    credit: percentile(confirmed, 0.95),
    exported: await exporting,
    list: percentile(lists, 0.95),
  };
}

export const describe = ({ credit, exported, list }: Figures["alone"]): string =>
  `credit confirmed p95 ${credit.toFixed(0)} ms, export ${(exported / 1_000).toFixed(1)} s, list p95 ${list.toFixed(0)} ms`;

/** Counts what idle shops cost. */
async function countIdle(seconds: number): Promise<{ messages: number; transactions: number }> {
  const read = async () => {
    const [row] = await query<{ transactions: number; now: Date }>(
      "SELECT (xact_commit + xact_rollback)::float8 AS transactions, now() FROM pg_stat_database WHERE datname = current_database()",
    );
    return row ?? { transactions: 0, now: new Date() };
  };
  const before = await read();
  await wait(seconds * 1_000);
  const after = await read();
  const [row] = await query<{ count: number }>(
    "SELECT count(*)::int AS count FROM pgboss.job WHERE created_on >= $1",
    [before.now],
  );
  return {
    messages: Math.round(((row?.count ?? 0) * 60) / seconds),
    transactions: Math.round(((after.transactions - before.transactions) * 60) / seconds),
  };
}

const SAMPLE_MS = 250;

/** Looks how many places of a queue the shops use. */
function watchPlaces() {
  let tooMany = 0;
  const timer = setInterval(() => {
    query<{ count: number }>(
      "SELECT count(*)::int AS count FROM pgboss.job WHERE state = 'active' AND group_id IS NOT NULL GROUP BY name, group_id",
    )
      .then((rows) => {
        if (rows.some(({ count }) => count > PLACES_OF_A_SHOP)) tooMany += 1;
      })
      .catch(() => undefined);
  }, SAMPLE_MS);
  return {
    stop: () => {
      clearInterval(timer);
      return tooMany;
    },
  };
}
