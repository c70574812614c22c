import { expect } from "vitest";
import { insertProductsInBulk } from "../../../../local-store/data/bulk-insert.ts";
import { type RunningStore, SHOP, startStore } from "./running-store.ts";

/** A local store with two products. The first one is in a collection. */
export interface CatalogStore extends RunningStore {
  /** Of the drill, which has two variants and three images. */
  productId: string;
  collectionId: string;
}

/** Starts a local store with a catalog. */
export async function startCatalog(): Promise<CatalogStore> {
  const running = await startStore();
  const { store } = running;
  const collection = await store.pool.query(
    `INSERT INTO collections (shop, handle, title, created_at, updated_at) VALUES ($1, 'tools', 'Tools', now(), now()) RETURNING id`,
    [SHOP],
  );
  await insertProductsInBulk(store, SHOP, [
    {
      handle: "drill",
      title: "Drill",
      tags: ["Power"],
      options: [{ name: "Size", values: ["12 V", "18 V"] }],
      images: [
        { source: "https://example.com/a.jpg", alt: "Front" },
        { source: "https://example.com/b.jpg", alt: "" },
        { source: "https://example.com/c.jpg", alt: "" },
      ],
      collections: [collection.rows[0].id],
      variants: [
        {
          option_values: ["12 V"],
          sku: "DRI-1",
          price_cents: 1999,
          cost_cents: 1050,
          imageSource: "https://example.com/b.jpg",
        },
        { option_values: ["18 V"], sku: "DRI-2", price_cents: 2999, compare_at_price_cents: 3500 },
      ],
    },
    { handle: "saw", title: "Saw", status: "DRAFT", variants: [{ sku: "dri-1", price_cents: 500 }] },
  ]);
  const { rows } = await store.pool.query("SELECT id FROM products WHERE handle = 'drill'");
  return Object.assign(running, {
    productId: `gid://shopify/Product/${rows[0].id}`,
    collectionId: `gid://shopify/Collection/${collection.rows[0].id}`,
  });
}

/** The data of an operation that has no errors. */
export async function dataOf(running: RunningStore, query: string, variables: Record<string, unknown> = {}) {
  const answer = await running.call(query, variables);
  expect(answer.errors?.map(({ message }) => message)).toBeUndefined();
  return answer.data;
}

/** The topics and bodies of the webhooks since the last call. */
export async function deliveriesOf({ dispatcher, received }: RunningStore) {
  await dispatcher.deliverDue();
  return received
    .splice(0)
    .map(({ headers, body }) => ({ topic: headers["x-shopify-topic"], body: JSON.parse(body) }));
}

export const RUN_BULK = `mutation R($query: String!) { bulkOperationRunQuery(query: $query, groupObjects: false) {
  bulkOperation { id } userErrors { message } } }`;

/** Runs a bulk query and reads its lines. */
export async function bulkLinesOf(
  running: RunningStore,
  query: string,
): Promise<Array<Record<string, unknown>>> {
  const { bulkOperationRunQuery } = await dataOf(running, RUN_BULK, { query });
  await running.bulk.idle();
  const { bulkOperation } = await dataOf(
    running,
    "query B($id: ID!) { bulkOperation(id: $id) { status url } }",
    { id: bulkOperationRunQuery.bulkOperation.id },
  );
  const text = await (await fetch(bulkOperation.url)).text();
  return text
    .trimEnd()
    .split("\n")
    .map((line) => JSON.parse(line));
}

export const BY_SKU = `query VariantsBySku($query: String!, $after: String) {
  productVariants(first: 100, after: $after, query: $query) {
    nodes { id sku price compareAtPrice updatedAt inventoryItem { unitCost { amount currencyCode } } product { id title handle status tags } }
    pageInfo { hasNextPage endCursor }
  }
}`;

/** The ids of the drill's variants. */
export async function variantIdsOf(running: CatalogStore): Promise<string[]> {
  const { productVariants } = await dataOf(running, BY_SKU, { query: "sku:'DRI-1' OR sku:'DRI-2'" });
  return productVariants.nodes
    .filter(({ product }: { product: { id: string } }) => product.id === running.productId)
    .map(({ id }: { id: string }) => id);
}

export const MEDIA = `query ProductForMedia($identifier: ProductIdentifierInput!) {
  productByIdentifier(identifier: $identifier) {
    id updatedAt
    media(first: 100) {
      nodes { id alt status mediaContentType preview { image { url width height } }
        ... on MediaImage { image { url altText } }
        ... on Video { sources { url mimeType } } }
      pageInfo { hasNextPage endCursor }
    }
  }
}`;

/** The media of the drill. */
export async function readMediaOf(
  running: RunningStore,
): Promise<Array<{ id: string; alt: string; preview: { image: { url: string } } }>> {
  return (await dataOf(running, MEDIA, { identifier: { handle: "drill" } })).productByIdentifier.media.nodes;
}
