import fs from "node:fs";
import path from "node:path";
import { generateDrizzleJson, generateMigration } from "drizzle-kit/api";
import { describe, expect, it } from "vitest";

const FOLDER = "app/platform/db/migrations";
const journal: { entries: { idx: number; tag: string }[] } = JSON.parse(
  fs.readFileSync(`${FOLDER}/meta/_journal.json`, "utf8"),
);
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

  it("leave nothing for npm run db:generate to do", { timeout: 60_000 }, async () => {
    const schema: Record<string, unknown> = {};
    for (const file of fs.globSync("app/{platform,core,domain,functions}/**/tables.server.ts"))
      Object.assign(schema, await import(path.resolve(file)));
    const snapshot = JSON.parse(fs.readFileSync(`${FOLDER}/meta/${newest}`, "utf8"));
    expect(await generateMigration(snapshot, generateDrizzleJson(schema, snapshot.id))).toEqual([]);
  });
});
