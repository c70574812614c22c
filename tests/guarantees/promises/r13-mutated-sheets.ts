import { withMachineFactor } from "../../support/machine-factor.ts";
import { formatted, partsAround, workbookFile, zipFile } from "../../support/spreadsheets.ts";
import { mutated, randomFrom } from "../support/mutations.ts";
import { type BackroomPromise, finding, percentile } from "../support/promise.ts";
import { SheetThread } from "../support/sheet-thread.ts";

const FILES = { small: 150, full: 10_000 };
const PATIENCE_MS = 2_000;

/** A file is read as a whole or refused. The reading thread is the page's worker, run in Node. */
export const mutatedSheets: BackroomPromise = {
  id: "R13",
  title:
    "damaged xlsx, xls and csv files: read whole or refused with a sentence, none crashes or hangs the reader",
  async test(_shop, scale) {
    const seed = Number(process.env.SEED ?? 1);
    const random = randomFrom(seed);
    const sources = await readSources();
    const thread = new SheetThread();
    const count = { read: 0, refused: 0, crashed: 0, hung: 0 };
    const times: number[] = [];
    try {
      // The first file loads the libraries.
      await thread.read(new TextEncoder().encode("Email\nx"), "first.csv", 30_000);
      for (let done = 0; done < FILES[scale]; done++) {
        const source = sources[done % sources.length];
        if (!source) continue;
        const answer = await thread.read(
          await source.next(random),
          source.name,
          withMachineFactor(PATIENCE_MS),
        );
        times.push(answer.milliseconds);
        if (answer.hung) count.hung += 1;
        else if (answer.crashed) count.crashed += 1;
        else if (answer.refused) count.refused += 1;
        else count.read += 1;
      }
    } finally {
      await thread.close();
    }
    const summary = `${FILES[scale]} files (seed ${seed}), ${count.read} read, ${count.refused} refused, p99 ${percentile(times, 0.99).toFixed(0)} ms`;
    return finding(summary, { crashed: count.crashed, "longer than 2 s": count.hung });
  },
};

interface Source {
  name: string;
  next(random: () => number): Promise<Uint8Array<ArrayBuffer>>;
}

/** Whole files that are mutated as bytes, and the XML of a sheet that is mutated inside of a good zip. */
async function readSources(): Promise<Source[]> {
  const rows = Array.from({ length: 40 }, (_, index) => [
    `p${index}@x.example`,
    formatted(45_000 + index, "m/d/yy"),
    formatted(index, "00000000"),
    index % 2 === 0,
    "Some text, with a comma",
  ]);
  const people = { People: [["Email", "Start", "AS400 ID", "Consent", "Note"], ...rows] };
  const csv = `Email;Name;Note\n${rows.map(([email]) => `${email};"A ""quoted"" name";x`).join("\n")}`;
  const files = {
    "people.xlsx": workbookFile(people),
    "people.xls": workbookFile(people, "biff8"),
    "people.csv": new Blob([csv]),
  };
  const whole = Object.entries(files).map(async ([name, file]) => {
    const bytes = new Uint8Array(await file.arrayBuffer());
    return { name, next: async (random: () => number) => mutated(bytes, random) };
  });
  const cells = rows.map(
    ([email], row) =>
      `<row r="${row + 1}"><c r="A${row + 1}" t="str"><v>${email}</v></c><c r="B${row + 1}"><v>${row}</v></c></row>`,
  );
  const xml = new TextEncoder().encode(`<worksheet><sheetData>${cells.join("")}</sheetData></worksheet>`);
  const inside: Source = {
    name: "inside.xlsx",
    async next(random) {
      const text = new TextDecoder().decode(mutated(xml, random));
      return new Uint8Array(await (await zipFile(partsAround(text))).arrayBuffer());
    },
  };
  return [...(await Promise.all(whole)), inside];
}
