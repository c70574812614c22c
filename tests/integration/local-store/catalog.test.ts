import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { deleteProduct, setProductStatus } from "../../../local-store/catalog/change-product.ts";
import {
  deleteCollection,
  ensureCollection,
  renameCollection,
  setInCollection,
} from "../../../local-store/catalog/collections.ts";
import { runDueJobs } from "../../../local-store/catalog/reorder-media.ts";
import { insertProductsInBulk } from "../../../local-store/data/bulk-insert.ts";
import { transaction } from "../../../local-store/data/database.ts";
import { findProductByHandle, variantsOfProducts } from "../../../local-store/data/products.ts";
import { issueAccessToken } from "../../../local-store/data/shops.ts";
import { API_KEY, type RunningStore, SHOP, startStore } from "./support/running-store.ts";

let running: RunningStore;
let productId: string;
let collectionId: string;
beforeAll(async () => {
  running = await startStore();
  const { pool } = running.store;
  const collection = await pool.query(
    `INSERT INTO collections (shop, handle, title, created_at, updated_at) VALUES ($1, 'tools', 'Tools', now(), now()) RETURNING id`,
    [SHOP],
  );
  collectionId = `gid://shopify/Collection/${collection.rows[0].id}`;
  await insertProductsInBulk(running.store, SHOP, [
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
  const { rows } = await pool.query("SELECT id FROM products WHERE handle = 'drill'");
  productId = `gid://shopify/Product/${rows[0].id}`;
});
beforeEach(() => deliveries());
afterAll(() => running?.close());

/** The data of an operation that has no errors. */
async function call(query: string, variables: Record<string, unknown> = {}) {
  const answer = await running.call(query, variables);
  expect(answer.errors?.map(({ message }) => message)).toBeUndefined();
  return answer.data;
}

/** The topics and bodies of the webhooks since the last call. */
async function deliveries() {
  await running.dispatcher.deliverDue();
  return running.received
    .splice(0)
    .map(({ headers, body }) => ({ topic: headers["x-shopify-topic"], body: JSON.parse(body) }));
}

const BY_SKU = `query VariantsBySku($query: String!, $after: String) {
  productVariants(first: 100, after: $after, query: $query) {
    nodes { id sku price compareAtPrice updatedAt inventoryItem { unitCost { amount currencyCode } } product { id title handle status tags } }
    pageInfo { hasNextPage endCursor }
  }
}`;
const SET_PRICES = `mutation VariantPricesUpdate($productId: ID!, $variants: [ProductVariantsBulkInput!]!, $partial: Boolean) {
  productVariantsBulkUpdate(productId: $productId, variants: $variants, allowPartialUpdates: $partial) {
    productVariants { id sku price compareAtPrice updatedAt }
    userErrors { code field message }
  }
}`;
const MEDIA = `query ProductForMedia($identifier: ProductIdentifierInput!) {
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

const RUN_BULK = `mutation R($query: String!) { bulkOperationRunQuery(query: $query, groupObjects: false) {
  bulkOperation { id } userErrors { message } } }`;

/** Runs a bulk query and reads its lines. */
async function bulkLines(query: string): Promise<Array<Record<string, unknown>>> {
  const { bulkOperationRunQuery } = await call(RUN_BULK, { query });
  await running.bulk.idle();
  const { bulkOperation } = await call("query B($id: ID!) { bulkOperation(id: $id) { status url } }", {
    id: bulkOperationRunQuery.bulkOperation.id,
  });
  const text = await (await fetch(bulkOperation.url)).text();
  return text
    .trimEnd()
    .split("\n")
    .map((line) => JSON.parse(line));
}

async function readMedia(): Promise<Array<{ id: string; alt: string; preview: { image: { url: string } } }>> {
  return (await call(MEDIA, { identifier: { handle: "drill" } })).productByIdentifier.media.nodes;
}

async function variantIds(): Promise<string[]> {
  const { productVariants } = await call(BY_SKU, { query: "sku:'DRI-1' OR sku:'DRI-2'" });
  return productVariants.nodes
    .filter(({ product }: { product: { id: string } }) => product.id === productId)
    .map(({ id }: { id: string }) => id);
}

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
  const [first, second] = await variantIds();
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
  const media = await readMedia();
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
  const [first, second] = await variantIds();
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

test("media are reordered by a job, described, detached, and attached", async () => {
  const answer = await running.call(MEDIA, { identifier: { handle: "drill" } });
  // 1 + media (2 + 100 × (1 + preview 1 + its image 1 + image or sources 1)).
  expect(answer.extensions.cost.requestedQueryCost).toBe(403);
  const [a, b, c] = await readMedia();
  const reorder = `mutation R($id: ID!, $moves: [MoveInput!]!) { productReorderMedia(id: $id, moves: $moves) {
    job { id done } mediaUserErrors { code field } } }`;
  const job = async (id: string) => (await call("query J($id: ID!) { job(id: $id) { done } }", { id })).job;
  const { productReorderMedia } = await call(reorder, {
    id: productId,
    moves: [{ id: c?.id, newPosition: "0" }],
  });
  expect(productReorderMedia).toMatchObject({ job: { done: false }, mediaUserErrors: [] });
  await runDueJobs(running.store);
  expect(await job(productReorderMedia.job.id)).toEqual({ done: false });
  expect((await readMedia())[0]?.id).toBe(a?.id);
  running.clock.advance(1_000);
  await runDueJobs(running.store);
  expect(await job(productReorderMedia.job.id)).toEqual({ done: true });
  expect((await readMedia()).map(({ id }) => id)).toEqual([c?.id, a?.id, b?.id]);
  expect((await deliveries()).map(({ topic }) => topic)).toEqual(["products/update"]);
  const unknown = await call(reorder, {
    id: productId,
    moves: [{ id: "gid://shopify/MediaImage/1", newPosition: "0" }],
  });
  expect(unknown.productReorderMedia).toMatchObject({
    job: null,
    mediaUserErrors: [{ code: "MEDIA_DOES_NOT_EXIST_ON_PRODUCT", field: ["moves", "0", "id"] }],
  });

  const update = `mutation U($files: [FileUpdateInput!]!) { fileUpdate(files: $files) {
    files { id alt fileStatus } userErrors { code field message } } }`;
  const described = await call(update, {
    files: [{ id: b?.id, alt: "Side", referencesToRemove: [productId] }],
  });
  expect(described.fileUpdate).toEqual({
    files: [{ id: b?.id, alt: "Side", fileStatus: "READY" }],
    userErrors: [],
  });
  expect((await readMedia()).map(({ id }) => id)).toEqual([c?.id, a?.id]);
  const [sent] = await deliveries();
  expect(sent?.body.variants.map((variant: { image_id: unknown }) => variant.image_id)).toEqual([null, null]);
  await call(update, { files: [{ id: b?.id, referencesToAdd: [productId] }] });
  expect((await readMedia()).at(-1)).toMatchObject({ id: b?.id, alt: "Side" });
  const lost = await call(update, { files: [{ id: "gid://shopify/MediaImage/1", alt: "x" }] });
  expect(lost.fileUpdate.userErrors[0].code).toBe("FILE_DOES_NOT_EXIST");
  const long = await call(update, { files: [{ id: b?.id, alt: "x".repeat(513) }] });
  expect(long.fileUpdate.userErrors[0]).toMatchObject({
    code: "ALT_VALUE_LIMIT_EXCEEDED",
    field: ["files", "0", "alt"],
  });
});

test("a staged upload becomes a file that is ready after processing", async () => {
  const staged = await call(
    `mutation { stagedUploadsCreate(input: [{ resource: IMAGE, filename: "new.png", mimeType: "image/png", httpMethod: PUT }]) {
      stagedTargets { url resourceUrl } userErrors { message } } }`,
  );
  const [target] = staged.stagedUploadsCreate.stagedTargets;
  const create = `mutation C($files: [FileCreateInput!]!) { fileCreate(files: $files) {
    files { id fileStatus ... on MediaImage { image { url } } } userErrors { code field } } }`;
  const files = [{ originalSource: target.resourceUrl, alt: "New", contentType: "IMAGE" }];
  const early = (await call(create, { files })).fileCreate.files[0];
  expect((await fetch(target.url, { method: "PUT", body: "pixels" })).status).toBe(201);
  const { id } = (await call(create, { files })).fileCreate.files[0];
  const status = `query F($ids: [ID!]!) { nodes(ids: $ids) { id
    ... on GenericFile { fileStatus url } ... on MediaImage { fileStatus fileErrors { code } image { url } } } }`;
  const read = async () => (await call(status, { ids: [early.id, id] })).nodes;
  expect(await read()).toMatchObject([{ fileStatus: "UPLOADED", image: null }, { fileStatus: "UPLOADED" }]);
  running.clock.advance(1_000);
  const [failed, ready] = await read();
  expect(failed).toMatchObject({
    fileStatus: "FAILED",
    fileErrors: [{ code: "IMAGE_DOWNLOAD_FAILURE" }],
    image: null,
  });
  expect(ready).toMatchObject({ fileStatus: "READY", fileErrors: [] });
  expect(await (await fetch(ready.image.url)).text()).toBe("pixels");
  const invalid = await call(create, { files: [{ originalSource: "no address", contentType: "IMAGE" }] });
  expect(invalid.fileCreate).toEqual({
    files: [],
    userErrors: [{ code: "INVALID_IMAGE_SOURCE_URL", field: ["files", "0", "originalSource"] }],
  });
});

test("a bulk query reads products with variants, media, collections, and metafields", async () => {
  const query = `{ products { edges { node { id status updatedAt
    variants { edges { node { id sku price inventoryItem { unitCost { amount } } } } }
    media { edges { node { id alt status mediaContentType preview { image { url } } } } }
    collections { edges { node { id title } } }
    metafields { edges { node { id namespace key value } } } } } } }`;
  const lines = await bulkLines(query);
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

test("price lists have fixed and relative prices", async () => {
  const list = await running.store.pool.query(
    `INSERT INTO price_lists (shop, name, currency, adjustment_percent, catalog_title, created_at)
     VALUES ($1, 'Employees', 'USD', -20, 'Employees', now()) RETURNING id`,
    [SHOP],
  );
  const priceListId = `gid://shopify/PriceList/${list.rows[0].id}`;
  const [first, second] = await variantIds();
  const add = `mutation P($priceListId: ID!, $prices: [PriceListPriceInput!]!) {
    priceListFixedPricesAdd(priceListId: $priceListId, prices: $prices) {
      prices { price { amount currencyCode } compareAtPrice { amount } variant { id sku } } userErrors { code field message } } }`;
  const price = (variantId: string | undefined, amount: string, currencyCode = "USD") => ({
    variantId,
    price: { amount, currencyCode },
  });
  const added = await call(add, { priceListId, prices: [price(first, "9.5")] });
  expect(added.priceListFixedPricesAdd).toEqual({
    prices: [
      {
        price: { amount: "9.5", currencyCode: "USD" },
        compareAtPrice: null,
        variant: { id: first, sku: "DRI-1" },
      },
    ],
    userErrors: [],
  });
  const wrong = await call(add, {
    priceListId,
    prices: [price(first, "1", "EUR"), price("gid://shopify/ProductVariant/1", "1")],
  });
  expect(wrong.priceListFixedPricesAdd.userErrors.map((error: { code: string }) => error.code)).toEqual([
    "PRICE_LIST_CURRENCY_MISMATCH",
    "VARIANT_NOT_FOUND",
  ]);
  const read = `query L($after: String, $originType: PriceListPriceOriginType) { priceLists(first: 5) { nodes { id name currency fixedPricesCount
    catalog { id title } prices(first: 2, after: $after, originType: $originType) {
      nodes { originType price { amount } variant { id } } pageInfo { hasNextPage endCursor } } } } }`;
  const page = (await call(read)).priceLists.nodes[0];
  expect(page).toMatchObject({
    name: "Employees",
    currency: "USD",
    fixedPricesCount: 1,
    catalog: { title: "Employees" },
  });
  expect(page.prices.nodes).toEqual([
    { originType: "FIXED", price: { amount: "9.5" }, variant: { id: first } },
    { originType: "RELATIVE", price: { amount: "24.8" }, variant: { id: second } },
  ]);
  expect(page.prices.pageInfo.hasNextPage).toBe(true);
  const next = (await call(read, { after: page.prices.pageInfo.endCursor })).priceLists.nodes[0].prices;
  expect([next.nodes.length, next.pageInfo.hasNextPage]).toEqual([1, false]);
  const fixed = (await call(read, { originType: "FIXED" })).priceLists.nodes[0].prices;
  expect(fixed.nodes).toHaveLength(1);
  const lines = await bulkLines(`{ priceLists { edges { node { id name
    prices(originType: FIXED) { edges { node { price { amount } variant { id } } } } } } } }`);
  expect(lines).toEqual([
    { id: priceListId, name: "Employees" },
    { price: { amount: "9.5" }, variant: { id: first }, __parentId: priceListId },
  ]);
  expect((await deliveries()).map(({ topic }) => topic)).toEqual(["bulk_operations/finish"]);
});

test("metaobjects are defined, upserted by handle, listed, and deleted", async () => {
  const define = `mutation D($definition: MetaobjectDefinitionCreateInput!) { metaobjectDefinitionCreate(definition: $definition) {
    metaobjectDefinition { id type } userErrors { code field } } }`;
  const definition = {
    type: "$app:partner",
    name: "Partner",
    displayNameKey: "name",
    fieldDefinitions: [
      { key: "name", type: "single_line_text_field", required: true },
      { key: "level", type: "number_integer" },
    ],
  };
  expect((await call(define, { definition })).metaobjectDefinitionCreate.userErrors).toEqual([]);
  expect((await call(define, { definition })).metaobjectDefinitionCreate.userErrors).toMatchObject([
    { code: "TAKEN" },
  ]);
  const upsert = `mutation U($handle: MetaobjectHandleInput!, $metaobject: MetaobjectUpsertInput!) {
    metaobjectUpsert(handle: $handle, metaobject: $metaobject) { metaobject { id handle } userErrors { code elementKey field } } }`;
  const put = async (handle: string, ...fields: Array<{ key: string; value: string }>) =>
    (await call(upsert, { handle: { type: "$app:partner", handle }, metaobject: { fields } }))
      .metaobjectUpsert;
  const { metaobject } = await put("acme", { key: "name", value: "Acme" });
  await put("zeta", { key: "name", value: "Zeta" });
  expect((await put("acme", { key: "level", value: "2" })).metaobject.id).toBe(metaobject.id);
  expect((await put("none", { key: "level", value: "many" })).userErrors).toEqual([
    { code: "INVALID_VALUE", elementKey: "level", field: ["metaobject", "fields", "0"] },
    { code: "OBJECT_FIELD_REQUIRED", elementKey: "name", field: ["metaobject"] },
  ]);
  const list = `query M($query: String) { metaobjects(type: "$app:partner", first: 10, query: $query, sortKey: "display_name", reverse: true) {
    nodes { handle displayName fields { key value } } pageInfo { hasNextPage } } }`;
  expect((await call(list)).metaobjects.nodes).toEqual([
    {
      handle: "zeta",
      displayName: "Zeta",
      fields: [
        { key: "name", value: "Zeta" },
        { key: "level", value: null },
      ],
    },
    {
      handle: "acme",
      displayName: "Acme",
      fields: [
        { key: "name", value: "Acme" },
        { key: "level", value: "2" },
      ],
    },
  ]);
  expect((await call(list, { query: "fields.name:Acme" })).metaobjects.nodes).toHaveLength(1);
  const remove = "mutation R($id: ID!) { metaobjectDelete(id: $id) { deletedId userErrors { code } } }";
  expect((await call(remove, { id: metaobject.id })).metaobjectDelete).toEqual({
    deletedId: metaobject.id,
    userErrors: [],
  });
  expect((await call(remove, { id: metaobject.id })).metaobjectDelete.userErrors).toEqual([
    { code: "RECORD_NOT_FOUND" },
  ]);
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
