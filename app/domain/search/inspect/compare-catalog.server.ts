import { sql } from "drizzle-orm";
import { z } from "zod";
import { queryRows } from "~/core/lists/list-query.server";
import { defineSync, type SyncContext, type SyncDefinition } from "~/core/syncs/define-sync.server";
import { requireProducts } from "~/domain/products/read-products.server";
import { type ShopTransaction, withShop } from "~/platform/db/with-shop.server";
import type { ItemOutcome } from "~/platform/jobs/job.server";
import { pluralize } from "~/platform/text/pluralize";
import type { SearchEngine } from "../search-engine";
import { countShownProducts, documentsById, readShownIds } from "../send-documents.server";
import { compareRecords } from "./compare-records";
import { comparisonSection, MAX_NAMED_DIFFERENCES } from "./comparison";
import { openPublished, type SyncedEngine } from "./search-engines.server";

const difference = z.object({
  id: z.number().int(),
  /** Empty for a product that the store no longer has. */
  title: z.string(),
  state: z.enum(["different", "missing", "extra"]),
  /** The names of the fields that differ. */
  fields: z.array(z.string()),
});

/** The live index of an engine beside the catalog. Every product is in one of the numbers. */
export const comparisonResult = z.object({
  same: z.number().int(),
  different: z.number().int(),
  missing: z.number().int(),
  /** In the index, although shoppers mustn't find them. */
  extra: z.number().int(),
  /** They changed, and are about to be sent. They aren't compared. */
  waiting: z.number().int(),
  /** The first of those that aren't the same. */
  products: z.array(difference),
});
export type ComparisonResult = z.infer<typeof comparisonResult>;

export type ComparisonRun = SyncDefinition<Record<string, never>>;

/** An engine's answer about a batch has all of its records. */
const BATCH_SIZE = 200;
/** Of the whole, when the catalog was read. The rest is the index's own ids. */
const CATALOG_PERCENT = 90;

/** A job that compares the live index of an engine with the catalog, product by product and field by field. */
export const defineComparison = (engine: SyncedEngine): ComparisonRun =>
  defineSync<Record<string, never>>({
    section: comparisonSection(engine.name),
    name: `${engine.name}.compare`,
    title: `Compare the products with ${engine.system}`,
    system: engine.system,
    flag: engine.flag,
    item: z.object({}),
    concurrency: 1,
    run: (_item, context) => compareCatalog(context, engine),
  });

async function compareCatalog(context: SyncContext, synced: SyncedEngine): Promise<ItemOutcome> {
  const { shop, signal } = context;
  await withShop(shop, (tx) => requireProducts(tx, shop));
  const engine = await openPublished(shop, synced, signal);
  const comparison = new Comparison(synced, shop);
  const total = Math.max(1, await withShop(shop, countShownProducts));
  let compared = 0;
  for (let cursor = 0; ; ) {
    signal.throwIfAborted();
    const ids = await withShop(shop, (tx) => readShownIds(tx, cursor, BATCH_SIZE));
    const last = ids.at(-1);
    if (last === undefined) break;
    const records = await engine.readRecords(ids);
    // After the engine: what was changed and sent in between is in both.
    const documents = await withShop(shop, (tx) => documentsById(tx, ids));
    const waiting = await comparison.readWaiting(ids);
    for (const document of documents) {
      const record = records.get(document.id);
      const { state, fields } = compareRecords(engine, document, record);
      if (waiting.has(document.id)) comparison.result.waiting += 1;
      else if (state === "same") comparison.result.same += 1;
      else
        comparison.add({
          id: document.id,
          title: document.title,
          state: state === "missing" ? "missing" : "different",
          fields: state === "missing" ? [] : fields.flatMap(({ name, isSame }) => (isSame ? [] : name)),
        });
    }
    cursor = last;
    compared += ids.length;
    await context.setProgress((CATALOG_PERCENT * Math.min(compared, total)) / total);
  }
  await findExtra(comparison, engine, shop, signal);
  const { result } = comparison;
  await context.saveData({ comparison: result, notes: notesOf(result) });
  const off = result.different + result.missing + result.extra;
  const message =
    off === 0 ? "The index is as the catalog." : `${pluralize(off, "product")} not as in the catalog.`;
  await context.log("compare", off === 0 ? "info" : "warning", message);
  return { state: "done", message };
}

/** Records of products that shoppers mustn't find. */
async function findExtra(
  comparison: Comparison,
  engine: SearchEngine,
  shop: string,
  signal: AbortSignal,
): Promise<void> {
  for await (const ids of engine.listIds()) {
    signal.throwIfAborted();
    const shown = new Set((await withShop(shop, (tx) => documentsById(tx, ids))).map(({ id }) => id));
    const others = ids.filter((id) => !shown.has(id));
    const waiting = await comparison.readWaiting(others);
    const titles = await withShop(shop, (tx) => readTitles(tx, others));
    for (const id of others)
      if (waiting.has(id)) comparison.result.waiting += 1;
      else comparison.add({ id, title: titles.get(id) ?? "", state: "extra", fields: [] });
  }
}

class Comparison {
  readonly result: ComparisonResult = {
    same: 0,
    different: 0,
    missing: 0,
    extra: 0,
    waiting: 0,
    products: [],
  };

  constructor(
    private readonly engine: SyncedEngine,
    private readonly shop: string,
  ) {}

  add(product: ComparisonResult["products"][number]): void {
    this.result[product.state] += 1;
    if (this.result.products.length < MAX_NAMED_DIFFERENCES) this.result.products.push(product);
  }

  /** Read after the engine: a product that changed in between is among them. */
  readWaiting(ids: readonly number[]): Promise<Set<number>> {
    return withShop(this.shop, async (tx) => {
      const { rows } = await tx.$client.query<{ id: string }>(
        "SELECT product_id AS id FROM search_changes WHERE shop = $1 AND engine = $2 AND product_id = ANY($3::bigint[])",
        [this.shop, this.engine.name, ids],
      );
      return new Set(rows.map(({ id }) => Number(id)));
    });
  }
}

/** The titles of products by their numbers. */
export async function readTitles(tx: ShopTransaction, ids: readonly number[]): Promise<Map<number, string>> {
  const rows = await queryRows<{ id: string; title: string }>(
    tx,
    sql`SELECT id, title FROM products_of_shop WHERE id = ANY(${sql.param([...ids])}::bigint[])`,
  );
  return new Map(rows.map(({ id, title }) => [Number(id), title]));
}

function notesOf({ same, different, missing, extra, waiting }: ComparisonResult): string[] {
  const counts = [
    [same, "the same"],
    [different, "different"],
    [missing, "missing in the index"],
    [extra, "in the index that shoppers mustn't find"],
    [waiting, "about to be sent"],
  ] as const;
  return counts.flatMap(([count, what]) => (count > 0 ? `${pluralize(count, "product")} ${what}` : []));
}
