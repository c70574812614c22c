/** Pictures that are uploaded to a product, against the local store. */
import sharp from "sharp";
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { signedInCalls } from "../../support/calls.ts";
import { failRows } from "../../support/jobs.ts";
import { DEMO, openTestShop, SECOND, type TestShop } from "../../support/test-shop.ts";
import { addProduct } from "../products/support.ts";

let shop: TestShop;
let ann: Awaited<ReturnType<typeof signedInCalls>>;
let png: Buffer;
let count = 0;

beforeAll(async () => {
  shop = await openTestShop("media_upload");
  ann = await signedInCalls(shop);
  png = await sharp({ create: { width: 8, height: 8, channels: 3, background: "#2a5db0" } })
    .png()
    .toBuffer();
});
afterEach(() => shop.localStore.store.faults.reset(DEMO));
afterAll(() => shop.close());

/** Adds a product with a picture. @returns its handle and its number */
async function addOne() {
  count += 1;
  const handle = `upload-${count}`;
  const number = await addProduct(shop.localStore, {
    handle,
    title: `Drill ${count}`,
    variants: [{ sku: handle.toUpperCase() }],
    images: [{ source: `https://cdn.example/${handle}.jpg`, alt: "Front" }],
  });
  return { sku: handle, number };
}

const send = async (name: string, bytes: Buffer = png, type = "image/png") =>
  ann.productMedia.upload({ query: { name }, body: new File([Uint8Array.from(bytes)], name, { type }) });

async function run(jobId: string, signal = new AbortController().signal): Promise<void> {
  const [{ runJob }, { uploadJob }] = await Promise.all([
    import("~/platform/jobs/run-job.server"),
    import("~/functions/productMedia/upload-pictures.server"),
  ]);
  await runJob(DEMO, jobId, new Map([[uploadJob.name, uploadJob]]), signal);
}

const rowsOf = async (jobId: string) =>
  (await ann.jobs.items({ id: jobId })).rows.map(({ label, state, message }) => ({ label, state, message }));

/** How many files the store has that were uploaded under this name. */
async function countFiles(name: string): Promise<number> {
  const { rowCount } = await shop.localStore.store.pool.query(
    "SELECT FROM media_files WHERE shop = $1 AND filename LIKE $2",
    [DEMO, `${name}-%`],
  );
  return rowCount ?? 0;
}

async function ownMedia(number: number): Promise<string[]> {
  const { rows } = await shop.localStore.store.pool.query<{ media_id: number }>(
    "SELECT media_id FROM product_media WHERE shop = $1 AND product_id = $2 ORDER BY position",
    [DEMO, number],
  );
  return rows.map(({ media_id }) => String(media_id));
}

const listOf = async (sku: string) => (await ann.productMedia.read({ sku })).item.productMedia.list;

test("uploaded pictures are added to the product's media and to its list, in their order", async () => {
  const { sku, number } = await addOne();
  const uploads = [await send("Left side.png"), await send("Größe & Maß.png")].map(({ upload }) => upload);
  expect(await ownMedia(number)).toHaveLength(1);
  const { msg, jobId } = await ann.productMedia.addUploads({ sku, uploads });
  expect(msg).toBe("2 pictures are being added.");
  await run(jobId);
  expect(await rowsOf(jobId)).toEqual([
    { label: "Left side.png", state: "done", message: `Added to Drill ${count}.` },
    { label: "Größe & Maß.png", state: "done", message: `Added to Drill ${count}.` },
  ]);
  const list = await listOf(sku);
  expect(
    list.map(({ order, active, text, newText, attached }) => [order, active, text, newText, attached]),
  ).toEqual([
    [1, true, "Front", "", true],
    [2, true, "", "Left side", true],
    [3, true, "", "Größe & Maß", true],
  ]);
  expect(await ownMedia(number)).toEqual(list.map(({ id }) => id));
  const picture = await fetch(list[1]?.src ?? "");
  expect([picture.headers.get("content-type"), Buffer.from(await picture.arrayBuffer())]).toEqual([
    "image/png",
    png,
  ]);
  const { rows } = await ann.activity.ofSubject({
    subjectType: "productMedia",
    subjectId: String(number),
  });
  expect(rows.map(({ what }) => what)).toEqual([
    "Uploaded a picture to a product",
    "Uploaded a picture to a product",
  ]);
});

test("a call that is repeated adds nothing twice, and neither does a job whose worker stopped", async () => {
  const { sku, number } = await addOne();
  const uploads = [(await send("lost.png")).upload];
  const operationId = "upload-operation-1";
  const { jobId } = await ann.productMedia.addUploads({ sku, uploads, operationId });
  expect((await ann.productMedia.addUploads({ sku, uploads, operationId })).jobId).toBe(jobId);
  // The file was created, but no answer arrived.
  shop.localStore.store.faults.setFor(DEMO, "FileCreate", { cutAfterCommit: 1 });
  await run(jobId);
  expect(await rowsOf(jobId)).toMatchObject([{ state: "failed" }]);
  shop.localStore.store.faults.reset(DEMO);
  await ann.jobs.retry({ id: jobId });
  await run(jobId);
  expect(await rowsOf(jobId)).toMatchObject([{ state: "done" }]);
  expect(await countFiles("lost")).toBe(1);
  expect(await ownMedia(number)).toHaveLength(2);
  // Once more, as after a crash before the outcome was stored.
  await failRows(jobId);
  await ann.jobs.retry({ id: jobId });
  await run(jobId);
  expect(await countFiles("lost")).toBe(1);
  expect((await listOf(sku)).map(({ order }) => order)).toEqual([1, 2]);
});

test("a list that is changed at the same time gets the picture as well", async () => {
  const { sku } = await addOne();
  const [first] = await listOf(sku);
  const { upload } = await send("second.png");
  const { jobId } = await ann.productMedia.addUploads({ sku, uploads: [upload] });
  const { store } = shop.localStore;
  const request = store.counters.request.bind(store.counters);
  const change = () => ann.productMedia.setStatus({ sku, mediaId: first?.id ?? "", active: false });
  let isChanged: Promise<unknown> | undefined;
  store.counters.request = (domain, operation) => {
    request(domain, operation);
    // Refused when the job was quicker: a person repeats it then.
    if (operation === "FileUpdate" && !isChanged) isChanged = change().catch(change);
  };
  await run(jobId);
  store.counters.request = request;
  await isChanged;
  expect((await listOf(sku)).map(({ active }) => active)).toEqual([false, true]);
});

test("a file that isn't a picture, is empty or too large is refused with the reason", async () => {
  const refusal = (message: string) => ({ status: 400, message: expect.stringContaining(message) });
  await expect(send("drill.png", Buffer.from("<svg/>"))).rejects.toMatchObject(
    refusal("This isn't a JPG, PNG, WebP or GIF picture."),
  );
  await expect(send("drill.png", Buffer.alloc(0))).rejects.toMatchObject(refusal("This file is empty."));
  const large = Buffer.concat([png, Buffer.alloc(10 * 1024 * 1024)]);
  await expect(send("drill.png", large)).rejects.toMatchObject(refusal("This picture is larger than 10 MB."));
  shop.localStore.store.faults.setFor(DEMO, "StagedUploadsCreate", { userError: 1 });
  await expect(send("drill.png")).rejects.toMatchObject(refusal("Shopify refused this picture: "));
});

test("only what was uploaded in this shop can be added", async () => {
  const { sku } = await addOne();
  const { upload } = await send("drill.png");
  const invalid = { status: 400, message: expect.stringContaining("This upload isn't valid.") };
  await expect(ann.productMedia.addUploads({ sku, uploads: [`x${upload}`] })).rejects.toMatchObject(invalid);
  const second = await signedInCalls(shop, "1", SECOND);
  await expect(second.productMedia.addUploads({ sku, uploads: [upload] })).rejects.toMatchObject(invalid);
  await expect(ann.productMedia.addUploads({ sku: "nowhere", uploads: [upload] })).rejects.toMatchObject({
    status: 404,
  });
});

test("a file that Shopify can't use says so by its name, and the others are added", async () => {
  const { sku } = await addOne();
  const lost = (await send("broken.png")).upload;
  const { rowCount } = await shop.localStore.store.pool.query(
    "UPDATE files SET size = NULL WHERE shop = $1 AND filename = 'broken.png'",
    [DEMO],
  );
  expect(rowCount).toBe(1);
  const { jobId } = await ann.productMedia.addUploads({
    sku,
    uploads: [lost, (await send("fine.png")).upload],
  });
  await run(jobId);
  expect(await rowsOf(jobId)).toMatchObject([
    {
      label: "broken.png",
      state: "failed",
      message: expect.stringMatching(/^Shopify can't use broken\.png\. /),
    },
    { label: "fine.png", state: "done" },
  ]);
  expect(await listOf(sku)).toHaveLength(2);
});
