/**
 * `npm run db:generate` ends with this: drizzle-kit compares the tables with the newest snapshot only, so the older ones are
 * removed. Git then sees one renamed file instead of a new one with every table in it.
 */
import fs from "node:fs";
import path from "node:path";

const folder = path.resolve("app/platform/db/migrations/meta");
const snapshots = fs
  .readdirSync(folder)
  .filter((name) => name.endsWith("_snapshot.json"))
  .sort();
for (const name of snapshots.slice(0, -1)) fs.rmSync(path.join(folder, name));
