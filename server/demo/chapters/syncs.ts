import type { LogLevel } from "~/core/syncs/sync";
import { syncLogLines, syncs } from "~/core/syncs/tables.server";
import type { ShopTransaction } from "~/platform/db/with-shop.server";
import { jobItems, jobs } from "~/platform/jobs/tables.server";
import { after, type Chapter, type DemoShop, daysAgo, idOf, randomOf, storeRows } from "../chapter.ts";

interface PastRun {
  section: string;
  kind: string;
  title: string;
  flag: string;
  /** Days before the end of the history. */
  days: readonly number[];
  lines(products: number): readonly (readonly [functionName: string, level: LogLevel, message: string])[];
}

const SEARCH =
  (name: string): PastRun["lines"] =>
  (products) => [
    ["begin", "info", `The index ${name}-products was created.`],
    ["send", "info", `${products} products were sent.`],
    ["check", "info", `The new index has ${products} products.`],
    ["publish", "info", `The live index was replaced. It has ${products} products.`],
  ];

const RUNS: readonly PastRun[] = [
  {
    section: "solr",
    kind: "solr.sync",
    title: "Sync products to Solr",
    flag: "showSolr",
    days: [62, 34, 2],
    lines: SEARCH("solr"),
  },
  {
    section: "algolia",
    kind: "algolia.sync",
    title: "Sync products to Algolia",
    flag: "showAlgolia",
    days: [75, 41, 20, 6],
    lines: SEARCH("algolia"),
  },
  {
    section: "priceSpider",
    kind: "priceSpider.transfer",
    title: "Update PriceSpider",
    flag: "showPriceSpider",
    days: [56, 42, 28, 14, 7],
    lines: (products) => [
      ["transfer", "info", `The feed has ${products} products.`],
      ["transfer", "info", "The feed was uploaded to /incoming."],
    ],
  },
];

const FAILURE = "Solr didn't answer within 30 seconds. Start the sync again.";

/** Syncs and transfers of the last months. One failed. Those of today are really done, so that their systems have what they need. */
export const pastSyncs: Chapter = {
  name: "Syncs",
  async write(tx, shop) {
    if (!shop.isConnected) return;
    const [row] = await storeRows<{ products: number }>(
      shop,
      "SELECT count(*)::int AS products FROM products WHERE shop = $1 AND status = 'ACTIVE'",
    );
    for (const sync of RUNS)
      for (const days of sync.days)
        await writeRun(tx, shop, sync, {
          days,
          products: row?.products ?? 0,
          isFailed: sync.section === "solr" && days === 2,
        });
  },
};

async function writeRun(
  tx: ShopTransaction,
  shop: DemoShop,
  { section, kind, title, flag, lines }: PastRun,
  { days, products, isFailed }: { days: number; products: number; isFailed: boolean },
): Promise<void> {
  const random = randomOf(shop, section, days);
  const id = idOf(shop, "run", section, days);
  const startedAt = daysAgo(shop, days + random.below(1000) / 3000);
  const finishedAt = after(startedAt, (8 + random.below(60)) / 86_400);
  const by = shop.staff.operations;
  await tx.insert(jobs).values({
    shop: shop.domain,
    id,
    kind,
    title,
    state: isFailed ? "failed" : "completed",
    permission: JSON.stringify(flag),
    total: 1,
    done: isFailed ? 0 : 1,
    failed: isFailed ? 1 : 0,
    message: isFailed ? FAILURE : null,
    startedById: by.id,
    startedByName: by.name,
    createdAt: startedAt,
    startedAt,
    finishedAt,
  });
  await tx.insert(jobItems).values({
    shop: shop.domain,
    jobId: id,
    position: 0,
    label: "All products",
    input: {},
    state: isFailed ? "failed" : "done",
    message: isFailed ? FAILURE : null,
    finishedAt,
  });
  await tx.insert(syncs).values({ shop: shop.domain, id, section, progress: isFailed ? 40 : 100, startedAt });
  const written = isFailed
    ? [...lines(products).slice(0, 1), ["sync", "error", FAILURE] as const]
    : lines(products);
  await tx.insert(syncLogLines).values(
    written.map(([functionName, level, message], index) => ({
      shop: shop.domain,
      runId: id,
      functionName,
      level,
      message,
      at: after(startedAt, (1 + index * 2) / 86_400),
    })),
  );
}
