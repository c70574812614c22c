import type { ChangeOrigin } from "~/core/mirrors/mirror-part.server";
import type { VariantChange } from "~/domain/products/hooks.server";
import { insertProductsInBulk, type LoadedProduct } from "../../../local-store/data/bulk-insert.ts";
import type { LocalStore } from "../../../local-store/main.ts";
import { DEMO } from "../../support/test-shop.ts";

/** Puts a product into the store without a webhook, changed last a minute ago. @returns its number */
export async function addProduct(
  { store }: LocalStore,
  product: Partial<LoadedProduct> & Pick<LoadedProduct, "handle" | "variants">,
  shop = DEMO,
): Promise<number> {
  const updated_at = new Date(Math.floor(Date.now() / 1000) * 1000 - 60_000);
  await insertProductsInBulk(store, shop, [
    { title: product.handle, created_at: updated_at, updated_at, ...product },
  ]);
  const { rows } = await store.pool.query<{ id: number }>(
    "SELECT id FROM products WHERE shop = $1 AND handle = $2",
    [shop, product.handle],
  );
  if (!rows[0]) throw new Error(`The store has no product ${product.handle}.`);
  return rows[0].id;
}

/** A call of a module's handler for changed variants. */
export interface ReportedChange {
  shop: string;
  changes: VariantChange[];
  origin: ChangeOrigin | null;
}

/** Declares a module's handler for changed variants, beside those of the application. @returns what it gets */
export async function listenToVariantChanges(): Promise<ReportedChange[]> {
  const [{ app }, { installHooks }, { variantChanges }] = await Promise.all([
    import("~/app.server"),
    import("~/core/hook.server"),
    import("~/domain/products/hooks.server"),
  ]);
  const reported: ReportedChange[] = [];
  const handler = variantChanges.handler(async (_tx, shop, changes, origin) => {
    reported.push({ shop, changes: [...changes], origin });
  });
  installHooks([...app.hooks, handler]);
  return reported;
}

/** Declares a module's handler that fails for a change to this price. */
export async function failForChangesTo(price: number): Promise<void> {
  const [{ app }, { installHooks }, { variantChanges }] = await Promise.all([
    import("~/app.server"),
    import("~/core/hook.server"),
    import("~/domain/products/hooks.server"),
  ]);
  const failing = variantChanges.handler(async (_tx, _shop, changed) => {
    if (changed.some(({ after }) => after?.price === price)) throw new Error("The log is full.");
  });
  installHooks([...app.hooks, failing]);
}

/** The shop's stale products, in the order in which they are read. */
export async function staleProducts(): Promise<number[]> {
  const { database } = await import("~/platform/db/pool.server");
  const { rows } = await database().query<{ id: number }>(
    "SELECT product_id::float8 AS id FROM stale_products WHERE shop = $1 ORDER BY queued_at, product_id",
    [DEMO],
  );
  return rows.map(({ id }) => id);
}

/** Reads the products that webhooks reported again, as a worker would. */
export async function refreshProducts(shop = DEMO): Promise<void> {
  const { productsMirror } = await import("~/domain/products/mirror.server");
  await productsMirror.refreshTask.run(shop, new AbortController().signal);
}

/** Starts a rebuild. @returns the job's id */
export async function startRebuild(shop = DEMO): Promise<string> {
  const [{ productsMirror }, { withShop }, { BACKROOM }] = await Promise.all([
    import("~/domain/products/mirror.server"),
    import("~/platform/db/with-shop.server"),
    import("~/platform/auth/permission"),
  ]);
  const id = await withShop(shop, (tx) => productsMirror.startRebuild(tx, shop, BACKROOM));
  if (!id) throw new Error("A rebuild is running already.");
  return id;
}

/** Runs a rebuild as a worker would, until it ends or the signal stops the process. */
export async function runRebuild(
  jobId: string,
  { shop = DEMO, signal = new AbortController().signal } = {},
): Promise<void> {
  const [{ runJob }, { productsMirror }] = await Promise.all([
    import("~/platform/jobs/run-job.server"),
    import("~/domain/products/mirror.server"),
  ]);
  await runJob(shop, jobId, new Map([[productsMirror.rebuildJob.name, productsMirror.rebuildJob]]), signal);
}
