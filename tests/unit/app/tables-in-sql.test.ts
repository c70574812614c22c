/** What `.dependency-cruiser.cjs` checks of imports of tables, for statements in plain SQL. */
import fs from "node:fs";
import { getTableName, is } from "drizzle-orm";
import { PgTable } from "drizzle-orm/pg-core";
import { expect, test } from "vitest";

/** The folder that each table of a noun or a function belongs to. Views aren't in it: other folders may read them. */
const OWNERS = new Map<string, string>();
for (const path of fs.globSync("app/{functions,domain}/**/tables.server.ts")) {
  const exports: Record<string, unknown> = await import(/* @vite-ignore */ `${process.cwd()}/${path}`);
  for (const table of Object.values(exports))
    if (is(table, PgTable)) OWNERS.set(getTableName(table), folderOf(path));
}

/** `app/domain/events` of a file anywhere in it. */
function folderOf(path: string): string {
  return path.split("/").slice(0, 3).join("/");
}

const NAMED_TABLE = /\b(?:FROM|JOIN|INTO|UPDATE|USING|TABLE)\s+(?:ONLY\s+)?"?([a-z_]+)/g;

/** The tables of other folders that a file's statements name. */
const tablesOfOthers = (path: string, text: string): string[] =>
  [...text.matchAll(NAMED_TABLE)].flatMap(([, table = ""]) => {
    const owner = OWNERS.get(table);
    return owner === undefined || owner === folderOf(path) ? [] : [`${path}: ${table} of ${owner}`];
  });

test("a statement names no table of another noun or function, but its views or what its folder exports", () => {
  const paths = fs.globSync("app/**/*.{ts,tsx}", { exclude: ["app/platform/db/migrations/**"] });
  const found = paths.flatMap((path) => tablesOfOthers(path, fs.readFileSync(path, "utf8")));
  expect(found).toEqual([]);
});

test("the tables of a statement are found", () => {
  const statement = `SELECT 1 FROM customers_of_shop AS c JOIN events ON true WHERE EXISTS (SELECT FROM jobs)`;
  expect(tablesOfOthers("app/domain/notes/notes.server.ts", statement)).toEqual([
    "app/domain/notes/notes.server.ts: events of app/domain/events",
  ]);
  expect(tablesOfOthers("app/domain/events/events.server.ts", statement)).toEqual([]);
});
