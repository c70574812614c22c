/** Reads one xlsx file in a process of its own and reports the duration: `program.ts ours|alone FILE`. */
import { openAsBlob } from "node:fs";

const [, , which = "", file = ""] = process.argv;
// The libraries are loaded before the clock starts, as both would be when a person chooses a file.
const [{ readSheet }, { streamXlsxRows }] = await Promise.all([
  import("~/platform/sheets/reading/read-sheet"),
  import("hucre/xlsx"),
]);
const started = performance.now();
const rows = which === "ours" ? await readOurs() : await readAlone();
const milliseconds = performance.now() - started;
process.stdout.write(
  JSON.stringify({ rows, milliseconds, megabytes: process.resourceUsage().maxRSS / 1_000 }),
);

async function readOurs(): Promise<number> {
  const { rows } = await readSheet(await openAsBlob(file), "bench.xlsx", { expected: ["Email"] });
  return rows;
}

/** The other reader, which keeps nothing of what it read. */
async function readAlone(): Promise<number> {
  const bytes = await (await openAsBlob(file)).arrayBuffer();
  let count = -1;
  for await (const { values } of streamXlsxRows(bytes)) count += Math.min(1, values.length);
  return count;
}
