/**
 * Writes Backroom's side of the demo's history, which the local store's is written before, as its own process. It is ready when Backroom may
 * be used, and ends when the history is complete. One that was interrupted goes on.
 */

import { closeDatabase } from "~/platform/db/pool.server";
import { withShop } from "~/platform/db/with-shop.server";
import { log } from "~/platform/log.server";
import { shops } from "../../local-store/config.ts";
import { openStore } from "../../local-store/data/database.ts";
import { readHistory } from "../../local-store/history/write-history.ts";
import { announceReady, onShutdown } from "../process/lifetime.ts";
import { install } from "./backroom.ts";
import { type Chapter, type DemoShop, demoShop } from "./chapter.ts";
import { CHAPTERS, FIRST_CHAPTERS } from "./chapters.ts";
import { beginHistory, endChapter, endHistory, publishHistory } from "./progress.ts";

const { LOCAL_STORE_DATABASE_URL } = process.env;
if (!LOCAL_STORE_DATABASE_URL) throw new Error("The history needs LOCAL_STORE_DATABASE_URL.");

const store = await openStore(LOCAL_STORE_DATABASE_URL, {
  maxConnections: 2,
  publicUrl: process.env.LOCAL_STORE_URL,
});
const close = async () => {
  await store.close();
  await closeDatabase();
};
onShutdown("history", close);

const ALL_CHAPTERS = [...FIRST_CHAPTERS, ...CHAPTERS];
const histories: { shop: DemoShop; done: Set<string>; failed: string[] }[] = [];
for (const [index, config] of shops.entries()) {
  const facts = await readHistory(store, config.domain);
  if (!facts) continue;
  const shop = demoShop(config, store, facts, index);
  const { isCompleted, done } = await beginHistory(shop, ALL_CHAPTERS.length);
  // A job that was killed before its end has all chapters, too.
  if (isCompleted && ALL_CHAPTERS.every(({ name }) => done.has(name))) continue;
  histories.push({ shop, done, failed: await writeChapters(shop, FIRST_CHAPTERS, done) });
}
announceReady();
for (const { shop, done, failed } of histories) {
  await install(shop);
  failed.push(...(await writeChapters(shop, CHAPTERS, done)));
  await endHistory(shop, failed);
  await publishHistory(shop);
}
await close();
process.exit(0);

/** Writes the chapters that aren't done. One that fails doesn't keep the others. @returns the names of those that failed */
async function writeChapters(
  shop: DemoShop,
  chapters: readonly Chapter[],
  done: ReadonlySet<string>,
): Promise<string[]> {
  const failed: string[] = [];
  for (const chapter of chapters) {
    if (done.has(chapter.name)) continue;
    try {
      await chapter.prepare?.(shop);
      await withShop(shop.domain, async (tx) => {
        await chapter.write?.(tx, shop);
        await endChapter(tx, shop, chapter);
      });
    } catch (error) {
      log.error(
        { err: error, shop: shop.domain, chapter: chapter.name },
        "a part of the demo's history failed",
      );
      failed.push(chapter.name);
    }
    await publishHistory(shop);
  }
  return failed;
}
