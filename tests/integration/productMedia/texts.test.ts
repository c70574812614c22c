/** Many alt texts of a product in one call, against the local store. */
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { signedInCalls } from "../../support/calls.ts";
import { DEMO, openTestShop, type TestShop } from "../../support/test-shop.ts";
import { addProduct } from "../products/support.ts";

let shop: TestShop;
let ann: Awaited<ReturnType<typeof signedInCalls>>;
let count = 0;

beforeAll(async () => {
  shop = await openTestShop("media_texts");
  ann = await signedInCalls(shop);
});
afterEach(() => shop.localStore.store.faults.reset(DEMO));
afterAll(() => shop.close());

/** Adds a product with three pictures. @returns its handle, and the pictures' ids */
async function addPictures() {
  count += 1;
  const handle = `texts-${count}`;
  const number = await addProduct(shop.localStore, {
    handle,
    variants: [{ sku: handle.toUpperCase() }],
    images: ["Front", "", ""].map((alt, index) => ({
      source: `https://cdn.example/${handle}-${index}.jpg`,
      alt,
    })),
  });
  const ids = (await ann.productMedia.read({ sku: handle })).item.productMedia.list.map(({ id }) => id);
  return { sku: handle, number, ids: ids as [string, string, string] };
}

const textsOf = async (sku: string) =>
  (await ann.productMedia.read({ sku })).item.productMedia.list.map(({ text, fileText }) => [text, fileText]);

const audited = async (number: number) =>
  (await ann.activity.ofSubject({ subjectType: "productMedia", subjectId: String(number) })).rows;

test("all texts are saved in the list and in the files, with one entry in the record", async () => {
  const { sku, number, ids } = await addPictures();
  const [front, side, back] = ids;
  const texts = [
    { mediaId: front, text: "Front", before: "Front" },
    { mediaId: side, text: " Side of the drill ", before: "" },
    { mediaId: back, text: "Back" },
  ];
  const { msg, item } = await ann.productMedia.setTexts({ sku, texts });
  expect(msg).toBe("2 texts were changed.");
  expect(item.productMedia.list.map(({ text }) => text)).toEqual(["Front", "Side of the drill", "Back"]);
  expect(await textsOf(sku)).toEqual([
    ["Front", "Front"],
    ["Side of the drill", "Side of the drill"],
    ["Back", "Back"],
  ]);
  const again = await ann.productMedia.setTexts({ sku, texts: texts.map(({ before: _, ...text }) => text) });
  expect(again.msg).toBe("The texts are saved already.");
  const entries = await audited(number);
  expect(entries).toMatchObject([{ what: "Changed the alt texts of several media" }]);
  expect(entries[0]?.changes.map(({ after }) => after).sort()).toEqual(["Back", "Side of the drill"]);
});

test("a second window is refused with both texts, and other changes of the list don't matter", async () => {
  const { sku, ids } = await addPictures();
  const [front, side, back] = ids;
  await ann.productMedia.setTexts({ sku, texts: [{ mediaId: side, text: "Theirs", before: "" }] });
  await ann.productMedia.setOrder({ sku, mediaId: back, order: 1 });
  const mine = [
    { mediaId: front, text: "Front view", before: "Front" },
    { mediaId: side, text: "Mine", before: "" },
  ];
  await expect(ann.productMedia.setTexts({ sku, texts: mine })).rejects.toMatchObject({
    status: 409,
    message: "A text was changed since you loaded it, so nothing was saved. Compare both, then save again.",
    data: { fieldErrors: { "texts.1.text": "It was changed to “Theirs”. Save replaces that." } },
  });
  expect((await textsOf(sku)).map(([text]) => text)).toEqual(["", "Front", "Theirs"]);
  await ann.productMedia.setTexts({ sku, texts: mine.map(({ mediaId, text }) => ({ mediaId, text })) });
  expect((await textsOf(sku)).map(([text]) => text)).toEqual(["", "Front view", "Mine"]);
});

test("a picture that was added in Shopify, and isn't in the stored list, gets its text as well", async () => {
  const { sku, number, ids } = await addPictures();
  await ann.productMedia.setStatus({ sku, mediaId: ids[0], active: false });
  const [{ attachFiles }, { liveAdminApi }, { productsMirror }] = await Promise.all([
    import("~/functions/productMedia/sync/create-files.server"),
    import("~/connectors/shopify/live.server"),
    import("~/domain/products/mirror.server"),
  ]);
  const later = `https://cdn.example/${sku}-later.jpg`;
  await attachFiles(liveAdminApi(DEMO), DEMO, `gid://shopify/Product/${number}`, [later], {});
  await productsMirror.readIntoMirror(DEMO, [number], {});
  const [product] = (await ann.productMedia.missingTexts({ ids: String(number) })).rows;
  const texts = product?.media.map(({ id }) => ({ mediaId: id, text: `View ${id}`, before: "" })) ?? [];
  expect(texts).toHaveLength(3);
  expect((await ann.productMedia.setTexts({ sku: product?.id ?? "", texts })).msg).toBe(
    "3 texts were changed.",
  );
  expect((await ann.productMedia.missingTexts({ ids: String(number) })).rows).toEqual([]);
  expect(await textsOf(sku)).toHaveLength(3);
  const named = (await audited(number)).flatMap(({ changes }) => changes.map(({ after }) => after));
  expect(named).toEqual(expect.arrayContaining(texts.map(({ text }) => text)));
});

test("texts that Shopify didn't take are saved by the same call again", async () => {
  const { sku, ids } = await addPictures();
  const texts = ids.slice(1).map((mediaId, index) => ({ mediaId, text: `View ${index}` }));
  shop.localStore.store.faults.setFor(DEMO, "FileUpdate", { userError: 1 });
  await expect(ann.productMedia.setTexts({ sku, texts })).rejects.toMatchObject({
    status: 502,
    message: expect.stringMatching(/^The list was saved, but .* Save the texts again\.$/),
  });
  shop.localStore.store.faults.reset(DEMO);
  await ann.productMedia.setTexts({ sku, texts });
  expect(await textsOf(sku)).toEqual([
    ["Front", "Front"],
    ["View 0", "View 0"],
    ["View 1", "View 1"],
  ]);
});

test("texts that aren't valid are refused at their fields, and one of a media that is gone refuses all", async () => {
  const { sku, ids } = await addPictures();
  const [front, side] = ids;
  const save = (texts: { mediaId: string; text: string }[]) => ann.productMedia.setTexts({ sku, texts });
  await expect(
    save([
      { mediaId: front, text: "ok" },
      { mediaId: side, text: "x".repeat(513) },
    ]),
  ).rejects.toMatchObject({
    status: 400,
    data: { fieldErrors: { "texts.1.text": "must be at most 512 characters" } },
  });
  await expect(
    save([
      { mediaId: front, text: "a" },
      { mediaId: front, text: "b" },
    ]),
  ).rejects.toMatchObject({ status: 400, message: "texts: must have each media once" });
  await ann.productMedia.detach({ sku, mediaId: side });
  await expect(
    save([
      { mediaId: front, text: "New" },
      { mediaId: side, text: "Side" },
    ]),
  ).rejects.toMatchObject({ status: 404 });
  expect((await textsOf(sku))[0]).toEqual(["Front", "Front"]);
});
