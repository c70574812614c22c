import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { setCollectionRules } from "../../../local-store/catalog/automated-collections.ts";
import {
  addProductTags,
  deleteProduct,
  removeProductTags,
  setProductStatus,
} from "../../../local-store/catalog/change-product.ts";
import {
  deleteCollection,
  ensureCollection,
  renameCollection,
  setInCollection,
} from "../../../local-store/catalog/collections.ts";
import { insertProductsInBulk } from "../../../local-store/data/bulk-insert.ts";
import { transaction } from "../../../local-store/data/database.ts";
import { findProductByHandle, variantsOfProducts } from "../../../local-store/data/products.ts";
import { issueAccessToken } from "../../../local-store/data/shops.ts";
import {
  BY_SKU,
  bulkLinesOf,
  type CatalogStore,
  dataOf,
  deliveriesOf,
  RUN_BULK,
  readMediaOf,
  startCatalog,
  variantIdsOf,
} from "./support/catalog-store.ts";
import { API_KEY, SHOP } from "./support/running-store.ts";

let productId: string;
let collectionId: string;
let running: CatalogStore;
beforeAll(async () => {
  running = await startCatalog();
  ({ productId, collectionId } = running);
});
beforeEach(() => deliveries());
afterAll(() => running?.close());

const call = (query: string, variables?: Record<string, unknown>) => dataOf(running, query, variables);
const deliveries = () => deliveriesOf(running);

const SET_PRICES = `mutation VariantPricesUpdate($productId: ID!, $variants: [ProductVariantsBulkInput!]!, $partial: Boolean) {
  productVariantsBulkUpdate(productId: $productId, variants: $variants, allowPartialUpdates: $partial) {
    productVariants { id sku price compareAtPrice updatedAt }
    userErrors { code field message }
  }
}`;

test("variants are found by SKU, ignoring case, with their product and cost", async () => {
  const answer = await running.call(BY_SKU, { query: "sku:'DRI-1' OR sku:'DRI-2' OR sku:'NONE'" });
  expect(answer.data.productVariants.nodes).toMatchObject([
    { sku: "DRI-1", price: "19.99", compareAtPrice: null, inventoryItem: { unitCost: { amount: "10.50" } } },
    { sku: "DRI-2", price: "29.99", compareAtPrice: "35.00", product: { handle: "drill", tags: ["Power"] } },
    { sku: "dri-1", product: { status: "DRAFT" } },
  ]);
  // 2 + 100 variants × (1 + inventory item 1 + cost 1 + product 1).
  expect(answer.extensions.cost.requestedQueryCost).toBe(402);
});

test("prices of a product's variants change together, with one webhook that has all of them", async () => {
  const [first, second] = await variantIdsOf(running);
  running.clock.advance(60_000);
  const { productVariantsBulkUpdate } = await call(SET_PRICES, {
    productId,
    variants: [
      { id: first, price: "18.505", compareAtPrice: "25" },
      { id: second, price: "29.99", compareAtPrice: null },
    ],
  });
  expect(productVariantsBulkUpdate).toEqual({
    productVariants: [
      { id: first, sku: "DRI-1", price: "18.51", compareAtPrice: "25.00", updatedAt: "2026-10-05T12:01:00Z" },
      { id: second, sku: "DRI-2", price: "29.99", compareAtPrice: null, updatedAt: "2026-10-05T12:01:00Z" },
    ],
    userErrors: [],
  });
  const sent = await deliveries();
  expect(sent.map(({ topic }) => topic)).toEqual(["products/update"]);
  const media = await readMediaOf(running);
  expect(sent[0]?.body).toMatchObject({
    admin_graphql_api_id: productId,
    status: "active",
    tags: "Power",
    updated_at: "2026-10-05T12:01:00Z",
    variants: [
      {
        sku: "DRI-1",
        price: "18.51",
        compare_at_price: "25.00",
        option1: "12 V",
        admin_graphql_api_id: first,
      },
      { sku: "DRI-2", price: "29.99", compare_at_price: null, updated_at: "2026-10-05T12:01:00Z" },
    ],
    variant_gids: [{ admin_graphql_api_id: first }, { admin_graphql_api_id: second }],
    media: [
      { position: 1, alt: "Front", admin_graphql_api_id: media[0]?.id },
      { variant_ids: [expect.any(Number)] },
      {},
    ],
  });

  running.clock.advance(60_000);
  await call(SET_PRICES, { productId, variants: [{ id: first, price: "18.51" }] });
  expect(await deliveries()).toEqual([]);
});

test("invalid variants are refused by field, and with partial updates the others change", async () => {
  const [first, second] = await variantIdsOf(running);
  const saw = (
    await call(
      '{ productByIdentifier(identifier: { handle: "saw" }) { id variants(first: 1) { nodes { id } } } }',
    )
  ).productByIdentifier;
  const variants = [
    { id: first, price: "-1" },
    { id: saw.variants.nodes[0].id, price: "1" },
    { price: "1" },
    { id: second, price: "31" },
  ];
  const userErrors = [
    { code: "GREATER_THAN_OR_EQUAL_TO", field: ["variants", "0", "price"] },
    { code: "PRODUCT_VARIANT_DOES_NOT_EXIST", field: ["variants", "1", "id"] },
    { code: "PRODUCT_VARIANT_ID_MISSING", field: ["variants", "2", "id"] },
  ];
  const whole = await call(SET_PRICES, { productId, variants, partial: false });
  expect(whole.productVariantsBulkUpdate).toMatchObject({ productVariants: null, userErrors });
  const partial = await call(SET_PRICES, { productId, variants, partial: true });
  expect(partial.productVariantsBulkUpdate).toMatchObject({
    productVariants: [{ id: second, price: "31.00" }],
    userErrors,
  });
  const gone = await call(SET_PRICES, { productId: "gid://shopify/Product/1", variants });
  expect(gone.productVariantsBulkUpdate.userErrors).toMatchObject([
    { code: "PRODUCT_DOES_NOT_EXIST", field: ["productId"] },
  ]);
  const text = await running.call(SET_PRICES, { productId, variants: [{ id: first, price: "abc" }] });
  expect(text.errors?.[0]?.message).toBe("Invalid Money 'abc'");
  await deliveries();
});

test("tags, status, metafields, and collections of a product change it and send webhooks", async () => {
  const tag =
    "mutation T($id: ID!, $tags: [String!]!) { tagsAdd(id: $id, tags: $tags) { node { id } userErrors { message } } }";
  const untag = tag.replace("tagsAdd", "tagsRemove");
  await call(tag, { id: productId, tags: ["BELOW_MAPP", "power"] });
  expect((await deliveries()).map(({ body }) => body.tags)).toEqual(["BELOW_MAPP, Power"]);
  await call(tag, { id: productId, tags: ["below_mapp"] });
  expect(await deliveries()).toEqual([]);
  await call(untag, { id: productId, tags: ["below_mapp"] });
  expect((await deliveries()).map(({ body }) => body.tags)).toEqual(["Power"]);

  const set = `mutation S($metafields: [MetafieldsSetInput!]!) { metafieldsSet(metafields: $metafields) {
    metafields { id ownerType owner { ... on Product { id } ... on Collection { id } } } userErrors { message } } }`;
  const metafield = { namespace: "$app:media", key: "list", type: "json", value: "[]" };
  const product = await call(set, { metafields: [{ ownerId: productId, ...metafield }] });
  expect(product.metafieldsSet.metafields).toMatchObject([
    { ownerType: "PRODUCT", owner: { id: productId } },
  ]);
  const collection = await call(set, { metafields: [{ ownerId: collectionId, ...metafield }] });
  expect(collection.metafieldsSet.metafields).toMatchObject([
    { ownerType: "COLLECTION", owner: { id: collectionId } },
  ]);
  expect((await deliveries()).map(({ topic, body }) => [topic, body.admin_graphql_api_id])).toEqual([
    ["products/update", productId],
    ["collections/update", collectionId],
  ]);

  const id = Number(productId.split("/").at(-1));
  await setProductStatus(running.store, SHOP, id, "ARCHIVED");
  await setInCollection(running.store, SHOP, Number(collectionId.split("/").at(-1)), id, false);
  const sent = await deliveries();
  expect(sent.map(({ topic }) => topic)).toEqual([
    "products/update",
    "products/update",
    "collections/update",
  ]);
  expect(sent[0]?.body.status).toBe("archived");
  await setProductStatus(running.store, SHOP, id, "ACTIVE");
  await setInCollection(running.store, SHOP, Number(collectionId.split("/").at(-1)), id, true);
  await deliveries();
});

test("a bulk query reads products with variants, media, collections, and metafields", async () => {
  const query = `{ products { edges { node { id status updatedAt
    variants { edges { node { id sku price inventoryItem { unitCost { amount } } } } }
    media { edges { node { id alt status mediaContentType preview { image { url } } } } }
    collections { edges { node { id title } } }
    metafields { edges { node { id namespace key value } } } } } } }`;
  const lines = await bulkLinesOf(running, query);
  const children = lines.filter((line) => line.__parentId === productId);
  expect(children.filter(({ sku }) => sku)).toHaveLength(2);
  expect(children).toContainEqual(
    expect.objectContaining({ sku: "DRI-1", inventoryItem: { unitCost: { amount: "10.50" } } }),
  );
  expect(children).toContainEqual(expect.objectContaining({ alt: "Front", mediaContentType: "IMAGE" }));
  expect(children).toContainEqual({ id: collectionId, title: "Tools", __parentId: productId });
  expect(children).toContainEqual(expect.objectContaining({ key: "list", value: "[]" }));
  const sixth = query.replace("inventoryItem", "metafields { edges { node { id } } } inventoryItem");
  expect((await call(RUN_BULK, { query: sixth })).bulkOperationRunQuery.userErrors[0].message).toContain(
    "more than 5",
  );
});

test("collections and metafield definitions are listed", async () => {
  const { collections } =
    await call(`query C { collections(first: 5, sortKey: TITLE) { nodes { id title handle updatedAt
    metafield(namespace: "$app:media", key: "list") { value compareDigest } productsCount { count } } pageInfo { hasNextPage } } }`);
  expect(collections.nodes).toMatchObject([
    { id: collectionId, title: "Tools", metafield: { value: "[]" }, productsCount: { count: 1 } },
  ]);
  await call(`mutation { metafieldDefinitionCreate(definition: { name: "Color", namespace: "specs", key: "color", ownerType: PRODUCT,
    type: "single_line_text_field" }) { createdDefinition { id } userErrors { message } } }`);
  const page =
    await running.call(`query MetafieldDefinitionsPage($after: String) { metafieldDefinitions(ownerType: PRODUCT, first: 250, after: $after) {
    nodes { id namespace key name type { name } } pageInfo { hasNextPage endCursor } } }`);
  expect(page.data.metafieldDefinitions.nodes).toMatchObject([
    { key: "color", type: { name: "single_line_text_field" } },
  ]);
  expect(page.extensions.cost.requestedQueryCost).toBe(502);
});

test("rules decide about the products of an automated collection", async () => {
  const { store } = running;
  const collection = await transaction(store, (client) => ensureCollection(client, store, SHOP, "Sale"));
  const drill = Number(productId.split("/").at(-1));
  const members = async () => {
    const { collection: found } = await call(
      `query C($id: ID!) { collection(id: $id) {
        ruleSet { appliedDisjunctively rules { column relation condition } } products(first: 9) { nodes { handle } } } }`,
      { id: `gid://shopify/Collection/${collection.id}` },
    );
    return { ...found, products: found.products.nodes.map(({ handle }: { handle: string }) => handle) };
  };
  const tag = { column: "TAG", relation: "EQUALS", condition: "clearance", cents: null };
  const price = { column: "VARIANT_PRICE", relation: "LESS_THAN", condition: "10.00", cents: 1_000 };
  await setCollectionRules(store, SHOP, collection.id, { rules: [tag, price], disjunctive: true });
  const { column, relation, condition } = tag;
  expect(await members()).toEqual({
    ruleSet: {
      appliedDisjunctively: true,
      rules: expect.arrayContaining([{ column, relation, condition }]),
    },
    products: ["saw"],
  });
  await deliveries();

  await addProductTags(store, SHOP, drill, ["Clearance"]);
  expect((await members()).products.sort()).toEqual(["drill", "saw"]);
  expect((await deliveries()).map(({ topic, body }) => [topic, body.id])).toEqual([
    ["products/update", drill],
    ["collections/update", collection.id],
  ]);
  await setInCollection(store, SHOP, collection.id, drill, false);
  expect((await members()).products).toContain("drill");

  await setCollectionRules(store, SHOP, collection.id, { rules: [tag, price], disjunctive: false });
  expect((await members()).products).toEqual([]);
  await setCollectionRules(store, SHOP, collection.id, { rules: [tag], disjunctive: false });
  await removeProductTags(store, SHOP, drill, ["clearance"]);
  expect((await members()).products).toEqual([]);
  await deleteCollection(store, SHOP, collection.id);
  await deliveries();
});

test("search for products and variants lags by the knob's time", async () => {
  const { store, clock } = running;
  const variants = [{ sku: "LAMP", price_cents: 100 }];
  await insertProductsInBulk(store, SHOP, [{ handle: "lamp", title: "Lamp", variants }]);
  const lamp = (await findProductByHandle(store.pool, SHOP, "lamp"))?.id ?? 0;
  const [variant] = await variantsOfProducts(store.pool, SHOP, [lamp]);
  const found = async () => {
    const { products, productVariants } = await call(
      `{ products(first: 5, query: "tag:Lagging") { nodes { handle } }
         productVariants(first: 5, query: "sku:LAGGING") { nodes { price } } }`,
    );
    return [products.nodes.length, productVariants.nodes.length];
  };
  store.faults.set(SHOP, { indexLagMs: 2_000 });
  try {
    await addProductTags(store, SHOP, lamp, ["Lagging"]);
    const { productVariantsBulkUpdate } = await call(SET_PRICES, {
      productId: `gid://shopify/Product/${lamp}`,
      variants: [{ id: `gid://shopify/ProductVariant/${variant?.id}`, inventoryItem: { sku: "LAGGING" } }],
    });
    expect(productVariantsBulkUpdate.userErrors).toEqual([]);
    await setProductStatus(store, SHOP, lamp, "ARCHIVED");
    expect(await found()).toEqual([0, 0]);
    clock.advance(2_001);
    expect(await found()).toEqual([1, 1]);
    await deleteProduct(store, SHOP, lamp);
    // The index still has it, but there is nothing to read.
    expect(await found()).toEqual([0, 0]);
  } finally {
    store.faults.set(SHOP, { indexLagMs: 0 });
  }
  await deliveries();
});

test("each change of a collection and the deletion of a product send webhooks", async () => {
  const { store } = running;
  const { id } = await transaction(store, (client) => ensureCollection(client, store, SHOP, "Clamps"));
  await renameCollection(store, SHOP, id, "All clamps");
  await renameCollection(store, SHOP, id, "All clamps");
  await deleteCollection(store, SHOP, id);
  const saw = await findProductByHandle(store.pool, SHOP, "saw");
  await deleteProduct(store, SHOP, saw?.id ?? 0);
  expect((await deliveries()).map(({ topic, body }) => [topic, body.id, body.title])).toEqual([
    ["collections/create", id, "Clamps"],
    ["collections/update", id, "All clamps"],
    ["collections/delete", id, "All clamps"],
    ["products/delete", saw?.id, undefined],
  ]);
});

test("a product with many variants sends the 100 that changed last, and all ids", async () => {
  const { store } = running;
  await insertProductsInBulk(store, SHOP, [
    {
      handle: "many",
      title: "Many",
      variants: Array.from({ length: 130 }, (_, index) => ({ sku: `M-${index}`, price_cents: 100 })),
    },
  ]);
  const id = (await findProductByHandle(store.pool, SHOP, "many"))?.id ?? 0;
  const last = (await variantsOfProducts(store.pool, SHOP, [id])).at(-1);
  running.clock.advance(60_000);
  await call(SET_PRICES, {
    productId: `gid://shopify/Product/${id}`,
    variants: [{ id: `gid://shopify/ProductVariant/${last?.id}`, price: "2" }],
  });
  const [sent] = await deliveries();
  expect([sent?.body.variants.length, sent?.body.variant_gids.length]).toEqual([100, 130]);
  expect(sent?.body.variants.at(-1)).toMatchObject({ id: last?.id, price: "2.00" });
});

test("operations without their scope are refused", async () => {
  const { token } = await issueAccessToken(running.store, SHOP, {
    apiKey: API_KEY,
    scopes: ["read_products"],
  });
  const codes = async (query: string, variables: Record<string, unknown> = {}) =>
    (await running.call(query, variables, token)).errors?.map(({ extensions }) => [
      extensions?.code,
      extensions?.requiredAccess,
    ]);
  expect(
    await codes("{ collections(first: 1) { nodes { id } } priceLists(first: 1) { nodes { id } } }"),
  ).toBeUndefined();
  expect(await codes(SET_PRICES, { productId, variants: [] })).toEqual([
    ["ACCESS_DENIED", "`write_products` access scope."],
  ]);
  expect(
    await codes('mutation { tagsAdd(id: "gid://shopify/Product/1", tags: []) { node { id } } }'),
  ).toEqual([["ACCESS_DENIED", "`write_products` access scope."]]);
  expect(await codes("mutation { fileCreate(files: []) { files { id } } }")).toEqual([
    ["ACCESS_DENIED", "`write_files` access scope."],
  ]);
  expect(await codes('{ metaobjects(type: "x", first: 1) { nodes { id } } }')).toEqual([
    ["ACCESS_DENIED", "`read_metaobjects` access scope."],
  ]);
  expect(await codes("{ metafieldDefinitions(ownerType: CUSTOMER, first: 1) { nodes { id } } }")).toEqual([
    ["ACCESS_DENIED", "`read_customers` access scope."],
  ]);
});
