import fs from "node:fs";
import path from "node:path";
import { SHEET_LIMITS, SheetProblem } from "~/platform/sheets/reading/problem";
import { readRows } from "~/platform/sheets/reading/read-sheet";
import { corpusFiles, corpusFolders, reportFiles } from "../support/corpus.ts";
import { decidedDifference } from "../support/decided-differences.ts";
import { type BackroomPromise, finding } from "../support/promise.ts";
import { hasSecondReader, SecondReader } from "../support/second-reader.ts";

/** The second reader reads no more rows of a sheet. */
const MAX_ROWS = 2_000;
const SAMPLES = 3;

/** Public workbooks are read as another program reads them, or refused with a sentence. A difference is decided, with its reason, or a fault. */
export const corpora: BackroomPromise = {
  id: "R39",
  title:
    "public workbooks in the folders of CORPUS: read as openpyxl and xlrd read them, or refused with a sentence",
  isLong: true,
  async test() {
    const skipped = (figure: string) => ({ passed: true, isSkipped: true as const, figure });
    if (corpusFolders().length === 0) return skipped("not run: CORPUS is unset");
    if (!hasSecondReader()) return skipped("not run: python3-openpyxl and python3-xlrd aren't installed");
    const files = corpusFiles(/\.xlsx?$/i);
    if (files.length === 0) return skipped("not run: the folders of CORPUS have no workbooks");
    const count = { alike: 0, refused: 0, "without a second opinion": 0, "with decided differences": 0 };
    const decided = new Map<string, number>();
    const found = { crashed: [] as string[], silent: [] as string[], refused: [] as string[] };
    const second = new SecondReader();
    try {
      for (const file of files) {
        const outcome = await compare(file, second);
        if ("crashed" in outcome) found.crashed.push(`${file}: ${outcome.crashed}`);
        else if ("silent" in outcome) found.silent.push(`${file}: ${outcome.silent}`);
        else count[outcome.is] += 1;
        if ("refused" in outcome) found.refused.push(`${file}: ${outcome.refused}`);
        for (const name of "decided" in outcome ? outcome.decided : [])
          decided.set(name, (decided.get(name) ?? 0) + 1);
      }
    } finally {
      await second.close();
    }
    reportFiles("workbooks", found);
    const counts = Object.entries(count).map(([name, number]) => `${number} ${name}`);
    const kinds = [...decided].map(([name, number]) => `${name} in ${number}`);
    const samples = [...found.crashed, ...found.silent].slice(0, SAMPLES);
    return finding([`${files.length} workbooks`, ...counts, ...kinds, ...samples].join(", "), {
      crashed: found.crashed.length,
      "silent differences": found.silent.length,
    });
  },
};

type Outcome =
  | { is: "alike" | "without a second opinion" }
  | { is: "refused"; refused: string }
  | { is: "with decided differences"; decided: ReadonlySet<string> }
  | { silent: string }
  | { crashed: string };

async function compare(file: string, second: SecondReader): Promise<Outcome> {
  const rows: string[][] = [];
  const bytes = new Uint8Array(fs.readFileSync(file));
  const name = path.basename(file);
  try {
    await readRows(new Blob([bytes]), name, ({ number, cells }) => {
      if (number <= MAX_ROWS) rows[number - 1] = cells;
    });
  } catch (error) {
    return error instanceof SheetProblem
      ? { is: "refused", refused: error.message }
      : { crashed: String(error) };
  }
  const other = await second.read(file);
  if ("error" in other) return { is: "without a second opinion" };
  const decided = new Set<string>();
  for (let row = 0; row < Math.max(rows.length, other.rows.length); row++) {
    const [own = [], theirs = []] = [rows[row], other.rows[row]];
    const width = Math.min(Math.max(own.length, theirs.length), SHEET_LIMITS.columns);
    for (let column = 0; column < width; column++) {
      const [one, two] = [normal(own[column]), normal(theirs[column])];
      if (one === two) continue;
      const decision = decidedDifference(name, one, two);
      if (!decision)
        return {
          silent: `row ${row + 1}, column ${column + 1}: ${JSON.stringify(one)}, not ${JSON.stringify(two)}`,
        };
      decided.add(decision);
    }
  }
  return decided.size > 0 ? { is: "with decided differences", decided } : { is: "alike" };
}

/** Spaces around a cell and the kind of its line breaks mean nothing to an import. */
const normal = (text = ""): string => text.replace(/\r\n?/g, "\n").trim();
