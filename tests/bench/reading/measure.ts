import { execFile } from "node:child_process";
import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { Writable } from "node:stream";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { writeXlsxStream } from "hucre/xlsx";
import { against, whole } from "../table.ts";

const PROGRAM = fileURLToPath(new URL("./program.ts", import.meta.url));
const ROWS = 100_000;
const ROUNDS = 3;
const MAX_RATIO = 1.5;

interface Reading {
  rows: number;
  milliseconds: number;
  megabytes: number;
}

/**
 * The module that reads files in the browser's worker, on 100,000 rows of 21 columns: into checked, packed slices that are
 * ready to be sent. Beside it the fastest streaming reader of xlsx that was found, which keeps nothing; in turns, each in a
 * process of its own. Lines for the report.
 */
export async function measureReading(): Promise<string[]> {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), "backroom-bench-"));
  try {
    const file = path.join(folder, "people.xlsx");
    await writePeople(file);
    const ours: Reading[] = [];
    const alone: Reading[] = [];
    for (let round = 0; round < ROUNDS; round += 1) {
      ours.push(await read("ours", file));
      alone.push(await read("alone", file));
    }
    const [mine, peer] = [fastest(ours), fastest(alone)];
    const ratio = mine / peer;
    const memory = Math.max(...ours.map(({ megabytes }) => megabytes));
    const others = Math.max(...alone.map(({ megabytes }) => megabytes));
    return [
      `an xlsx of ${whole(ours[0]?.rows ?? 0)} rows read as the browser's worker does: ${seconds(mine)} s, the best of ${ROUNDS}; the fastest reader alone: ${seconds(peer)} s`,
      `  ratio: ${against(`${ratio.toFixed(2)}x`, ratio <= MAX_RATIO, `target ${MAX_RATIO}x`)}`,
      `  memory of the process at the most: ${whole(memory)} MB; of the other: ${whole(others)} MB`,
    ];
  } finally {
    fs.rmSync(folder, { recursive: true });
  }
}

const seconds = (milliseconds: number) => (milliseconds / 1_000).toFixed(1);
const fastest = (readings: readonly Reading[]) =>
  Math.min(...readings.map(({ milliseconds }) => milliseconds));

async function read(which: "ours" | "alone", file: string): Promise<Reading> {
  const { stdout } = await promisify(execFile)(process.execPath, ["--import", "tsx", PROGRAM, which, file]);
  const reading = JSON.parse(stdout) as Reading;
  if (reading.rows !== ROWS) throw new Error(`${which} read ${reading.rows} rows of ${ROWS}.`);
  return reading;
}

/** Texts, numbers and dates, as a report has them. */
async function writePeople(file: string): Promise<void> {
  const headings = [
    "Email",
    "Start Date",
    "AS400 ID",
    ...Array.from({ length: 18 }, (_, index) => `Column ${index}`),
  ];
  async function* rows() {
    yield headings;
    for (let index = 0; index < ROWS; index += 1) {
      const texts = Array.from({ length: 18 }, (_, column) => `Value ${column} of ${index % 700}`);
      yield [`person.${index}@students.example`, new Date(Date.UTC(2026, index % 12, 1)), index, ...texts];
    }
  }
  await writeXlsxStream(rows(), { name: "People" }).pipeTo(Writable.toWeb(fs.createWriteStream(file)));
}
