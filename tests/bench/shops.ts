/** Measures people's work in one of many shops beside the worst neighbors, on databases of its own. A program, because it needs its own environment. */
import { FULL } from "../guarantees/promises/r34-worst-neighbor.ts";
import { openTestEnvironment } from "../guarantees/support/test-environment.ts";
import { measureWorstNeighbor } from "../guarantees/support/worst-neighbor.ts";
import { against, milliseconds, times, whole } from "./table.ts";

const TARGET = { creditMs: 2_000, exported: 2, list: 1.5 };
const QUICK = { ...FULL, shops: 20, customers: 200, importedRows: 3_000, mails: 800, idleSeconds: 60 };

const say = (line: string) => void process.stdout.write(`${line}\n`);
const size = process.argv.includes("--quick") ? QUICK : FULL;
say(`Filling ${size.shops} shops with ${whole(size.customers)} customers each …`);
const environment = await openTestEnvironment();
try {
  const { alone, beside, idle, waitingAtRest, tooManyPlaces } = await measureWorstNeighbor(
    environment.shop,
    size,
    (line) => say(`  ${line}`),
  );
  const exported = beside.exported / alone.exported;
  const list = beside.list / alone.list;
  const credit = against(
    `${milliseconds(beside.credit)} ms p95`,
    beside.credit <= TARGET.creditMs,
    `target ${TARGET.creditMs} ms, alone ${milliseconds(alone.credit)} ms`,
  );
  const files = against(
    times(exported),
    exported <= TARGET.exported,
    `target ${TARGET.exported}x of ${milliseconds(alone.exported)} ms`,
  );
  const lists = against(
    `${times(list)} p95`,
    list <= TARGET.list,
    `target ${TARGET.list}x of ${milliseconds(alone.list)} ms`,
  );
  say(
    `shops: ${size.shops} shops, two workers, one PostgreSQL: ${against(`${waitingAtRest} tasks wait at rest`, waitingAtRest === 0, "target 0")}`,
  );
  if (idle)
    say(`  idle, in a minute: ${whole(idle.messages)} messages, ${whole(idle.transactions)} transactions`);
  say(
    `  beside a shop that imports ${whole(size.importedRows)} rows, one that mails ${whole(size.mails)} at one a minute, a throttled one, and one whose Solr hangs:`,
  );
  say(`  a person's credit is confirmed after ${credit}, an export takes ${files}, a list ${lists}`);
  say(`  ${tooManyPlaces} samples in which a shop used more places than it may`);
} finally {
  await environment.close();
}
process.exit(0);
