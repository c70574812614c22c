/** What is left of uploads when a worker dies, or a connection is lost, while they are decoded. */
import sharp from "sharp";
import { afterAll, afterEach, beforeAll, expect, test, vi } from "vitest";
import type { AttachmentDefinition } from "~/core/attachments/attachment-definition";
import { decodeUploads } from "../../support/decode-uploads.ts";
import { DEMO, openTwoShops, type TwoShops } from "../console/two-shops.ts";

const RECEIPT: AttachmentDefinition = {
  name: "receipt",
  types: ["image/jpeg"],
  maxMegabytes: 1,
  permission: "showStudents",
  origin: "people",
};

let shops: TwoShops;
let attachmentStore: typeof import("~/core/attachments/attachment-store.server").attachmentStore;
beforeAll(async () => {
  shops = await openTwoShops("interrupted_decoding");
  ({ attachmentStore } = await import("~/core/attachments/attachment-store.server"));
});
afterEach(() => vi.restoreAllMocks());
afterAll(() => shops.close());

async function savePhoto(sender: string): Promise<string> {
  const { saveAttachment } = await import("~/core/attachments/save-attachment.server");
  const picture = sharp({ create: { width: 40, height: 30, channels: 3, background: "#a06030" } });
  const upload = { name: "photo.jpg", bytes: await picture.jpeg().toBuffer(), sender };
  return (await saveAttachment(DEMO, RECEIPT, upload)).id;
}

test("a worker that dies right after decoding a photo leaves nothing of the upload", async () => {
  const { clear } = attachmentStore;
  const died = vi.spyOn(attachmentStore, "clear").mockImplementation(async (...which) => {
    if (which.flat().includes("upload")) throw new Error("The worker died.");
    return clear(...which);
  });
  const id = await savePhoto("one");
  await expect(decodeUploads(DEMO)).rejects.toThrow("The worker died.");
  died.mockRestore();
  await decodeUploads(DEMO);
  const parts = await shops.query<{ variant: string }>(
    "SELECT variant FROM attachment_parts WHERE attachment_id = $1 ORDER BY variant",
    [id],
  );
  expect(parts.map(({ variant }) => variant)).toEqual(["file", "thumbnail"]);
});

test("a run ends when each upload that it decodes has ended, also when one of them failed", async () => {
  const broken = await savePhoto("one");
  await savePhoto("other");
  let goOn = () => {};
  const held = new Promise<void>((resolve) => {
    goOn = resolve;
  });
  const { read } = attachmentStore;
  const reading = vi.spyOn(attachmentStore, "read").mockImplementation(async (...which) => {
    if (which.includes(broken)) throw new Error("The connection was lost.");
    return held.then(() => read(...which));
  });
  let hasEnded = false;
  const run = decodeUploads(DEMO).finally(() => {
    hasEnded = true;
  });
  const refused = expect(run).rejects.toThrow("The connection was lost.");
  await expect.poll(() => reading).toHaveBeenCalledTimes(2);
  expect(hasEnded).toBe(false);
  goOn();
  await refused;
});
