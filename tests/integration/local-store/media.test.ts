import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { runDueJobs } from "../../../local-store/catalog/reorder-media.ts";
import {
  type CatalogStore,
  dataOf,
  deliveriesOf,
  MEDIA,
  readMediaOf,
  startCatalog,
} from "./support/catalog-store.ts";
import { SHOP } from "./support/running-store.ts";

let productId: string;
let running: CatalogStore;
beforeAll(async () => {
  running = await startCatalog();
  ({ productId } = running);
});
beforeEach(() => deliveries());
afterAll(() => running?.close());

const call = (query: string, variables?: Record<string, unknown>) => dataOf(running, query, variables);
const deliveries = () => deliveriesOf(running);
const readMedia = () => readMediaOf(running);

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

test("files are found by their name and kind after the index lag", async () => {
  const { store, clock } = running;
  const find = async (query: string): Promise<string[]> => {
    const text =
      "query F($query: String!) { files(first: 5, query: $query, sortKey: CREATED_AT, reverse: true) { nodes { id } } }";
    return (await call(text, { query })).files.nodes.map(({ id }: { id: string }) => id);
  };
  const create = `mutation C($files: [FileCreateInput!]!) { fileCreate(files: $files) { files { id } userErrors { code } } }`;
  store.faults.set(SHOP, { indexLagMs: 3_000 });
  const { fileCreate } = await call(create, {
    files: [
      { originalSource: "https://cdn.example/a.jpg", contentType: "IMAGE", filename: "front-1a2b.jpg" },
      { originalSource: "https://www.youtube.com/watch?v=abc", contentType: "EXTERNAL_VIDEO" },
    ],
  });
  const [picture, video] = fileCreate.files.map(({ id }: { id: string }) => id);
  expect(await find("filename:front-1a2b*")).toEqual([]);
  clock.advance(3_000);
  expect(await find("filename:front-1a2b*")).toEqual([picture]);
  expect(await find("filename:'front-1a2b.jpg'")).toEqual([picture]);
  expect(await find("filename:front-1a2c*")).toEqual([]);
  expect(await find("media_type:EXTERNAL_VIDEO")).toEqual([video]);
  store.faults.reset(SHOP);
});
