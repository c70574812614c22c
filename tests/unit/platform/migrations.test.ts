import fs from "node:fs";
import path from "node:path";
import { generateDrizzleJson, generateMigration } from "drizzle-kit/api";
import { describe, expect, it } from "vitest";
import { withMachineFactor } from "../../support/machine-factor.ts";

const FOLDER = "app/platform/db/migrations";
const journal: { entries: { idx: number; tag: string }[] } = JSON.parse(
  fs.readFileSync(`${FOLDER}/meta/_journal.json`, "utf8"),
);
/** The migrations until here are older than the rule. */
const LAST_BEFORE_RULE = "0062_return_attempts";
/** A line of a migration that takes something away: since when nothing has used it. */
const CONTRACT = /^-- contract: \S.*$/m;

/**
 * The statements of a migration that a process of the previous version may not survive: what it drops, renames, or requires of rows
 * that the previous version writes. An index that is created again isn't one, nor a view that keeps all of its columns.
 * @param earlier the migrations before it, which have the former definitions of views
 */
function contractionsOf(text: string, earlier = ""): string[] {
  const statements = text
    .replace(/--(?!> statement-breakpoint).*$|\/\*[\s\S]*?\*\//gm, "")
    .replace(/'(?:[^']|'')*'/g, "''")
    .split(/--> statement-breakpoint|;/)
    .map((statement) => statement.replace(/\s+/g, " ").trim());
  const created = new Set(
    statements.flatMap(
      (statement) => /^CREATE TABLE (?:IF NOT EXISTS )?("?\w+"?)/i.exec(statement)?.[1] ?? [],
    ),
  );
  const isReplaced = (statement: string): boolean => {
    const [, type = "", name = ""] = /^DROP (INDEX|VIEW) (?:"public"\.)?"(\w+)"$/.exec(statement) ?? [];
    const creation = new RegExp(`^CREATE (?:UNIQUE )?${type} (?:"public"\\.)?"${name}" `);
    const replacement = name && statements.find((other) => creation.test(other));
    if (!replacement || type === "INDEX") return Boolean(replacement);
    const [former = ""] =
      earlier.match(new RegExp(`^CREATE VIEW (?:"public"\\.)?"${name}" .*$`, "gm"))?.slice(-1) ?? [];
    return (former.match(/"\w+"/g) ?? []).every((column) => replacement.includes(column));
  };
  return statements.filter((statement) => {
    if (isReplaced(statement)) return false;
    const table = /^ALTER TABLE (?:IF EXISTS )?(?:ONLY )?(?:"?public"?\.)?("?\w+"?)/i.exec(statement)?.[1];
    if (table && created.has(table)) return false;
    if (
      /\bDROP (?!NOT NULL\b)|\bRENAME\b|\bSET NOT NULL\b|\bSET DATA TYPE\b|\bALTER COLUMN \S+ TYPE\b/i.test(
        statement,
      )
    )
      return true;
    const isNewColumn = table !== undefined && /\bADD (?!CONSTRAINT)/i.test(statement);
    return (
      isNewColumn &&
      statement
        .split(/\bADD (?:COLUMN )?(?!CONSTRAINT)/i)
        .slice(1)
        .some((column) => /\bNOT NULL\b/i.test(column) && !/\bDEFAULT\b|\bGENERATED\b/i.test(column))
    );
  });
}

const newest = `${String(journal.entries.length - 1).padStart(4, "0")}_snapshot.json`;

describe("the migrations", () => {
  it("are the files that the journal lists", () => {
    const files = fs.readdirSync(FOLDER).filter((name) => name.endsWith(".sql"));
    expect(journal.entries.map(({ tag }) => `${tag}.sql`)).toEqual(files.sort());
    expect(journal.entries.map(({ idx }) => idx)).toEqual(journal.entries.map((_, index) => index));
  });

  it("keep the newest snapshot only, so that a review shows what a migration changes", () => {
    expect(fs.readdirSync(`${FOLDER}/meta`).sort()).toEqual([newest, "_journal.json"].sort());
  });

  it("take nothing away that the previous version uses, unless they say since when nothing has used it", () => {
    const since = journal.entries.findIndex(({ tag }) => tag === LAST_BEFORE_RULE);
    const texts = journal.entries.map(({ tag }) => fs.readFileSync(`${FOLDER}/${tag}.sql`, "utf8"));
    const offending = journal.entries.flatMap(({ tag }, index) => {
      const text = texts[index] ?? "";
      if (index <= since || CONTRACT.test(text)) return [];
      const statements = contractionsOf(text, texts.slice(0, index).join("\n"));
      return statements.map((statement) => `${tag}: ${statement}`);
    });
    expect(since).toBeGreaterThan(0);
    expect(offending).toEqual([]);
  });

  it.each([
    'DROP TABLE "people";',
    'ALTER TABLE "people" DROP COLUMN "age";',
    'ALTER TABLE "people" ALTER COLUMN "age" DROP DEFAULT;',
    'ALTER TABLE "people" RENAME COLUMN "age" TO "years";',
    'ALTER VIEW "public"."people_of_shop" RENAME COLUMN "age" TO "years";',
    'ALTER TABLE "people" ALTER COLUMN "age" SET NOT NULL;',
    'ALTER TABLE "people" ALTER COLUMN "age" SET DATA TYPE bigint;',
    'ALTER TABLE "people" ADD COLUMN "age" integer NOT NULL;',
    `ALTER TABLE "people" ADD COLUMN "a" text DEFAULT 'x' NOT NULL,\n ADD COLUMN "b" text NOT NULL;`,
    'CREATE TABLE "a" ("b" text NOT NULL);--> statement-breakpoint\nDROP INDEX "people_by_age";',
  ])("would be refused with %s", (text) => {
    expect(contractionsOf(text)).toHaveLength(1);
  });

  it("may replace a view by one with more columns only", () => {
    const view = (columns: string) => `CREATE VIEW "public"."v" AS (select ${columns} from "people");`;
    const dropped = 'DROP VIEW "public"."v";--> statement-breakpoint\n';
    expect(contractionsOf(dropped + view('"age", "name"'), view('"age"'))).toEqual([]);
    expect(contractionsOf(dropped + view('"age"'), view('"age", "name"'))).toEqual([
      'DROP VIEW "public"."v"',
    ]);
  });

  it.each([
    'DROP INDEX "people_by_age";--> statement-breakpoint\nCREATE INDEX "people_by_age" ON "people" ("age", "name");',
    'CREATE TABLE "people" ("age" integer NOT NULL);--> statement-breakpoint\nALTER TABLE "people" ADD COLUMN "b" text NOT NULL;',
    `ALTER TABLE "people" ADD COLUMN "name" text DEFAULT 'DROP TABLE x' NOT NULL;`,
    `ALTER TABLE "people" ADD COLUMN "key" text GENERATED ALWAYS AS (lower("name")) STORED NOT NULL;`,
    'ALTER TABLE "people" ALTER COLUMN "age" DROP NOT NULL;',
    'ALTER TABLE "people" ADD CONSTRAINT "aged" CHECK (age IS NOT NULL);',
    '-- DROP TABLE "people"\nCREATE INDEX "people_by_age" ON "people" ("age") WHERE age IS NOT NULL;',
  ])("would be accepted with %s", (text) => {
    expect(contractionsOf(text)).toEqual([]);
  });

  it("leave nothing for npm run db:generate to do", { timeout: withMachineFactor(60_000) }, async () => {
    const schema: Record<string, unknown> = {};
    for (const file of fs.globSync("app/{platform,core,domain,functions}/**/tables.server.ts"))
      Object.assign(schema, await import(path.resolve(file)));
    const snapshot = JSON.parse(fs.readFileSync(`${FOLDER}/meta/${newest}`, "utf8"));
    expect(await generateMigration(snapshot, generateDrizzleJson(schema, snapshot.id))).toEqual([]);
  });
});
