import { deleteCollection, ensureCollection } from "../../../local-store/catalog/collections.ts";
import type { LoadedProduct } from "../../../local-store/data/bulk-insert.ts";
import { transaction } from "../../../local-store/data/database.ts";
import { metafieldsOf } from "../../../local-store/data/metafields.ts";
import { signedInCalls } from "../../support/calls.ts";
import { DEMO, openTestShop, SECOND, type TestShop } from "../../support/test-shop.ts";
import { addProduct } from "../products/support.ts";

type Calls = Awaited<ReturnType<typeof signedInCalls>>;

/** A shop with collections and products whose fields can be filters. */
export interface FiltersShop extends TestShop {
  /** The owner's calls. */
  owner: Calls;
  /** The calls of the other shop's owner. */
  second: Calls;
  /** Adds a collection to the store. @returns its number */
  addCollection(title: string): Promise<string>;
  deleteCollection(id: string): Promise<void>;
  /** Adds a product to the store and to the mirror. */
  addProduct(
    product: Omit<Partial<LoadedProduct>, "collections"> & { handle: string; collections?: string[] },
  ): Promise<void>;
  /** What the collection's metafield has. Undefined without one. */
  published(id: string): Promise<{ version: number; filters: Record<string, unknown>[] } | undefined>;
  /** Runs a job of this function as the worker would. */
  runJob(jobId: string, signal?: AbortSignal): Promise<void>;
}

/** Opens a test shop with helpers for collections, products and what is published. */
export async function openFiltersShop(name: string): Promise<FiltersShop> {
  const shop = await openTestShop(name);
  const { store } = shop.localStore;
  const owner = await signedInCalls(shop);
  const second = await signedInCalls(shop, "1", SECOND);
  for (const calls of [owner, second]) await calls.solrFilters.collections({ refresh: "true" });
  return {
    ...shop,
    owner,
    second,
    async addCollection(title) {
      const { id } = await transaction(store, (client) => ensureCollection(client, store, DEMO, title));
      await owner.solrFilters.collections({ refresh: "true" });
      return String(id);
    },
    deleteCollection: (id) => deleteCollection(store, DEMO, Number(id)),
    async addProduct({ collections = [], ...product }) {
      const loaded = { variants: [], ...product, collections: collections.map(Number) };
      const number = await addProduct(shop.localStore, loaded);
      const { productsMirror } = await import("~/domain/products/mirror.server");
      await productsMirror.readIntoMirror(DEMO, [number], {});
    },
    async published(id) {
      const sets = await metafieldsOf(store.pool, DEMO, "COLLECTION", [Number(id)]);
      const entry = sets.get(Number(id))?.find(({ key }) => key === "filters");
      return entry && JSON.parse(entry.value);
    },
    async runJob(jobId, signal = new AbortController().signal) {
      const [{ runJob }, { publishSync }] = await Promise.all([
        import("~/platform/jobs/run-job.server"),
        import("~/functions/solrFilters/publish/publish-filters.server"),
      ]);
      await runJob(DEMO, jobId, new Map([[publishSync.name, publishSync.job]]), signal);
    },
  };
}
