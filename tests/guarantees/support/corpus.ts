import fs from "node:fs";
import path from "node:path";

/** The folders of public files that `CORPUS` names, separated as in PATH. Empty when it is unset. */
export const corpusFolders = (): string[] => (process.env.CORPUS ?? "").split(path.delimiter).filter(Boolean);

/** The files of these folders whose names match, also in folders below. */
export const corpusFiles = (name: RegExp): string[] =>
  corpusFolders().flatMap((folder) =>
    fs
      .readdirSync(folder, { recursive: true, encoding: "utf8" })
      .filter((file) => name.test(file))
      .map((file) => path.join(folder, file))
      .sort(),
  );

/** Writes the files of each kind, with what was found, into the folder that `CORPUS_REPORT` names. A finding shows only a few. */
export function reportFiles(name: string, kinds: Readonly<Record<string, readonly string[]>>): void {
  const folder = process.env.CORPUS_REPORT;
  if (!folder) return;
  for (const [kind, lines] of Object.entries(kinds))
    fs.writeFileSync(path.join(folder, `${name}-${kind}.txt`), lines.map((line) => `${line}\n`).join(""));
}
