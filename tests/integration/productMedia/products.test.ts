/** The list of products with what their media lack, and their texts, from the mirror. */
import { afterAll, beforeAll, expect, test } from "vitest";
import { signedInCalls } from "../../support/calls.ts";
import { completeMirror } from "../../support/mirrors.ts";
import { DEMO, openTestShop, SECOND, type TestShop } from "../../support/test-shop.ts";
import { addProduct } from "../products/support.ts";

let shop: TestShop;
let ann: Awaited<ReturnType<typeof signedInCalls>>;
const numbers: Record<string, number> = {};

/** When all products were created: Home orders its lines by it. */
const CREATED_AT = new Date("2026-01-05T09:00:00Z");

const picture = (name: string, alt: string) => ({ source: `https://cdn.example/${name}.jpg`, alt });

beforeAll(async () => {
  shop = await openTestShop("media_products");
  ann = await signedInCalls(shop);
  await expect(ann.productMedia.products({})).rejects.toMatchObject({
    status: 409,
    message: expect.stringContaining("still being read from Shopify"),
  });
  const add = async (product: Parameters<typeof addProduct>[1]) => {
    numbers[product.handle] = await addProduct(shop.localStore, { created_at: CREATED_AT, ...product });
  };
  await add({
    handle: "oak-hammer",
    title: "Oak Hammer",
    variants: [{ sku: "HAM-1" }],
    images: [picture("oak-front", "Front"), picture("oak-side", " "), picture("oak-back", "")],
  });
  await add({ handle: "steel-hammer", title: "Steel Hammer", variants: [{ sku: "HAM-2" }] });
  await add({
    handle: "level",
    title: "Brass Level",
    variants: [{ sku: "LEV-1" }],
    images: [picture("level", "Level")],
  });
  await add({ handle: "old-saw", title: "Old Saw", status: "ARCHIVED", variants: [{ sku: "SAW-1" }] });
  const { productsMirror } = await import("~/domain/products/mirror.server");
  await productsMirror.readIntoMirror(DEMO, Object.values(numbers), {});
  await completeMirror("products");
});
afterAll(() => shop.close());

const titlesOf = async (request: Parameters<typeof ann.productMedia.products>[0]) =>
  (await ann.productMedia.products(request)).rows.map(({ title }) => title);

test("the spreadsheet has the products that the list shows, also those that a part of a title finds", async () => {
  const exported = async (
    query: Parameters<typeof ann.exports.mediaProducts.rows>[0]["query"],
    searchValue = "",
  ) => (await ann.exports.mediaProducts.rows({ query, body: { searchValue } })).data;
  expect(await exported({ show: "texts" })).toEqual([
    { Product: "Oak Hammer", Handle: "oak-hammer", Status: "Active", Pictures: 3, "Without Alt Text": 2 },
  ]);
  const titled = await ann.productMedia.products({ search: "hammer", sort: "title desc" });
  expect(titled.isTitle).toBe(true);
  expect((await exported({ title: "hammer", sort: "title desc" })).map(({ Product }) => Product)).toEqual(
    titled.rows.map(({ title }) => title),
  );
  expect((await ann.productMedia.products({ search: "LEV-1" })).isTitle).toBe(false);
  expect((await exported({}, "LEV-1")).map(({ Product }) => Product)).toEqual(["Brass Level"]);
});

test("Home counts exactly the products that its two lines open", async () => {
  const { lines } = await ann.desk.open();
  const ofMedia = lines.filter(({ address }) => address.startsWith("/productMedia"));
  expect(ofMedia.map(({ text, address }) => [text, address])).toEqual([
    ["1 product without a picture", "/productMedia?tab=media&show=pictures"],
    ["1 product with media without alt text", "/productMedia?tab=media&show=texts"],
  ]);
  for (const { count, address } of ofMedia) {
    const show = new URL(address, "https://app.example").searchParams.get("show") as "pictures" | "texts";
    expect(await titlesOf({ show })).toHaveLength(count);
  }
});

test("products are listed by title, with how many pictures they have, and how many without alt text", async () => {
  const { rows, isExact } = await ann.productMedia.products({});
  expect(isExact).toBe(false);
  expect(rows.map(({ title, pictures, withoutText }) => [title, pictures, withoutText])).toEqual([
    ["Brass Level", 1, 0],
    ["Oak Hammer", 3, 2],
    ["Old Saw", 0, 0],
    ["Steel Hammer", 0, 0],
  ]);
  expect(rows[1]).toMatchObject({
    id: String(numbers["oak-hammer"]),
    handle: "oak-hammer",
    status: "ACTIVE",
    thumbnail: "https://cdn.example/oak-front.jpg",
  });
  expect(rows[2]).toMatchObject({ status: "ARCHIVED", thumbnail: null });
  expect(await titlesOf({ sort: "title desc" })).toEqual([
    "Steel Hammer",
    "Old Saw",
    "Oak Hammer",
    "Brass Level",
  ]);
});

test("a search finds parts of titles, handles and SKUs, and says when it names one product", async () => {
  expect(await titlesOf({ search: "hammer" })).toEqual(["Oak Hammer", "Steel Hammer"]);
  expect(await titlesOf({ search: "HAMMER oak" })).toEqual(["Oak Hammer"]);
  expect(await titlesOf({ search: "ham-" })).toEqual(["Oak Hammer", "Steel Hammer"]);
  expect(await titlesOf({ search: "old-sa" })).toEqual(["Old Saw"]);
  const isExact = async (search: string) => (await ann.productMedia.products({ search })).isExact;
  const id = String(numbers.level);
  for (const exact of ["LEV-1", "level", id, `gid://shopify/Product/${id}`])
    expect([exact, await isExact(exact)]).toEqual([exact, true]);
  for (const other of ["lev-1", "Brass Level", "hammer"])
    expect([other, await isExact(other)]).toEqual([other, false]);
});

test("what lacks pictures or alt texts is listed and counted, without what is archived", async () => {
  expect(await titlesOf({ show: "pictures" })).toEqual(["Steel Hammer"]);
  expect(await titlesOf({ show: "texts" })).toEqual(["Oak Hammer"]);
  expect(await titlesOf({ show: "texts", search: "steel" })).toEqual([]);
  expect(await ann.productMedia.work()).toEqual({
    pictures: { count: 1, exact: true },
    texts: { count: 1, exact: true },
  });
});

test("another shop's products aren't listed", async () => {
  const second = await signedInCalls(shop, "1", SECOND);
  const { database } = await import("~/platform/db/pool.server");
  await database().query("UPDATE mirrors SET shop = $1 WHERE shop = $2 AND name = 'products'", [
    SECOND,
    DEMO,
  ]);
  try {
    expect((await second.productMedia.products({})).rows).toEqual([]);
    expect((await second.productMedia.missingTexts({ ids: String(numbers["oak-hammer"]) })).rows).toEqual([]);
  } finally {
    await database().query("UPDATE mirrors SET shop = $2 WHERE shop = $1 AND name = 'products'", [
      SECOND,
      DEMO,
    ]);
  }
});

test("the missing texts of several products are saved, and the products leave the list", async () => {
  const ids = [numbers.level, numbers["oak-hammer"]].join(",");
  const { rows } = await ann.productMedia.missingTexts({ ids });
  expect(rows).toMatchObject([
    {
      title: "Oak Hammer",
      media: [
        { type: "image", order: 2, thumbnail: "https://cdn.example/oak-side.jpg" },
        { type: "image", order: 3, thumbnail: "https://cdn.example/oak-back.jpg" },
      ],
    },
  ]);
  const [product] = rows;
  const { msg } = await ann.productMedia.setTexts({
    sku: product?.id ?? "",
    texts: product?.media.map(({ id, order }) => ({ mediaId: id, text: `View ${order}`, before: "" })) ?? [],
  });
  expect(msg).toBe("2 texts were changed.");
  expect(await titlesOf({ show: "texts" })).toEqual([]);
  expect((await ann.productMedia.work()).texts.count).toBe(0);
  // A page on which someone still writes stays, when someone else was faster.
  const { readProductMediaPage } = await import("~/functions/productMedia/page.server");
  const request = new Request("https://backroom.example/productMedia?tab=media&show=texts&edit=texts");
  const owner = { id: "1", name: "", email: "", isOwner: true, flags: [], tabLimits: {} };
  const { page } = await readProductMediaPage(request, ann as never, owner);
  expect(page.tab === "media" && page.products?.missing).toEqual([]);
  await expect(ann.productMedia.missingTexts({ ids: "1,x" })).rejects.toMatchObject({
    status: 400,
    message: "ids: must be numbers of products, with commas",
  });
});
