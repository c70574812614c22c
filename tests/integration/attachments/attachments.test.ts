import { readFileSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { deflateSync } from "node:zlib";
import sharp from "sharp";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import type { AttachmentDefinition } from "~/core/attachments/attachment-definition";
import { Refusal } from "~/platform/errors";
import { decodeUploads } from "../../support/decode-uploads.ts";
import { redactCustomer } from "../../support/erasure.ts";
import { countWaitingSessions } from "../../support/waiting-sessions.ts";
import { DEMO, openTwoShops, refusalOf, SECOND, type TwoShops } from "../console/two-shops.ts";

const RECEIPT: AttachmentDefinition = {
  name: "receipt",
  types: ["image/jpeg", "image/png", "application/pdf"],
  maxMegabytes: 1,
  permission: "showStudents",
  origin: "people",
};
const PDF = readFileSync(new URL("../../support/pdfs/newline-before-header.pdf", import.meta.url));

let shops: TwoShops;
beforeAll(async () => {
  shops = await openTwoShops("attachments");
});
afterAll(() => shops.close());

interface Sender {
  customerId?: number;
  email?: string;
  sender?: string;
}

async function save(bytes: Buffer, person: Sender = {}, shop = DEMO) {
  const { saveAttachment } = await import("~/core/attachments/save-attachment.server");
  return saveAttachment(shop, RECEIPT, { name: "../My receipt?.jpg", bytes, ...person });
}

/** Stores a file and decodes it. @throws what its decoding found, as the refusal of a form */
async function saveDecoded(bytes: Buffer, person: Sender = {}, shop = DEMO) {
  const { id, contentType } = await save(bytes, person, shop);
  await decodeUploads(shop);
  const [row] = await shops.query<{ state: string; problem: string; width: number; height: number }>(
    "SELECT state, problem, width, height FROM attachments WHERE id = $1",
    [id],
    shop,
  );
  if (row?.state !== "ready") throw new Refusal(400, "BAD_REQUEST", row?.problem ?? "");
  return { id, contentType, width: row.width, height: row.height };
}
const photo = (width: number, height: number) =>
  sharp({ create: { width, height, channels: 3, background: "#a06030" } });

/** A PNG that announces a size without having the pixels. */
function announcedPng(width: number, height: number): Buffer {
  const chunk = (type: string, data: Buffer) => {
    const body = Buffer.concat([Buffer.from(type, "latin1"), data]);
    const frame = Buffer.alloc(4);
    frame.writeUInt32BE(data.length);
    return Buffer.concat([frame, body, crc(body)]);
  };
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header.set([8, 2], 8);
  const signature = Buffer.from("\x89PNG\r\n\x1a\n", "latin1");
  const pixels = chunk("IDAT", deflateSync(Buffer.alloc(1_000)));
  return Buffer.concat([signature, chunk("IHDR", header), pixels, chunk("IEND", Buffer.alloc(0))]);
}
function crc(bytes: Buffer): Buffer {
  let value = ~0;
  for (const byte of bytes) {
    value ^= byte;
    for (let bit = 0; bit < 8; bit += 1) value = value & 1 ? (value >>> 1) ^ 0xedb88320 : value >>> 1;
  }
  const answer = Buffer.alloc(4);
  answer.writeUInt32BE(~value >>> 0);
  return answer;
}

test("a photo is stored upright, without metadata or appended bytes, with a thumbnail", async () => {
  const taken = await photo(900, 600)
    .jpeg()
    .withMetadata({ orientation: 6 })
    .withExif({ IFD0: { Copyright: "Ann" } })
    .toBuffer();
  const { id } = await saveDecoded(Buffer.concat([taken, Buffer.from("<script>alert(1)</script>")]));
  const sam = await shops.as("2");
  expect(await sam.attachments.detail({ id })).toMatchObject({
    name: "My receipt.jpg",
    contentType: "image/jpeg",
    width: 600,
    height: 900,
    hasThumbnail: true,
  });
  const file = await sam.attachments.bytes({ id, variant: "file" });
  expect(file.type).toBe("application/octet-stream");
  const bytes = Buffer.from(await file.arrayBuffer());
  expect(bytes.includes("script") || bytes.includes("Ann")).toBe(false);
  expect(await sharp(bytes).metadata()).toMatchObject({ width: 600, height: 900 });
  expect(await sharp(bytes).metadata()).not.toHaveProperty("exif");
  const thumbnail = await sam.attachments.bytes({ id, variant: "thumbnail" });
  expect(await sharp(Buffer.from(await thumbnail.arrayBuffer())).metadata()).toMatchObject({ height: 400 });
});

test("a PDF is stored as it is, and the same file has the same digest", async () => {
  const first = await save(PDF);
  const second = await save(PDF);
  expect(first).toMatchObject({ contentType: "application/pdf", state: "waiting", digest: second.digest });
  const owner = await shops.as("1");
  expect(await refusalOf(owner.attachments.bytes({ id: first.id, variant: "file" }))).toMatchObject({
    status: 409,
    message: expect.stringContaining("still being checked"),
  });
  await decodeUploads(DEMO);
  expect(await owner.attachments.detail({ id: first.id })).toMatchObject({
    state: "ready",
    hasThumbnail: true,
  });
  expect(await (await owner.attachments.bytes({ id: first.id, variant: "file" })).text()).toBe(
    PDF.toString(),
  );
  const parts = await shops.query(
    "SELECT 1 FROM attachment_parts WHERE attachment_id = $1 AND variant = 'upload'",
    [first.id],
  );
  expect(parts).toEqual([]);
});

test("what isn't an intact file of an allowed type is refused, by its content", async () => {
  const svg = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>');
  const png = Buffer.from("\x89PNG\r\n\x1a\n", "latin1");
  const gif = await photo(10, 10).gif().toBuffer();
  const cases: [Buffer, RegExp][] = [
    [Buffer.alloc(0), /is empty/],
    [Buffer.alloc(1_048_577), /larger than 1 MB/],
    [svg, /types: JPG, PNG, PDF/],
    [gif, /types: JPG, PNG, PDF/],
    [Buffer.concat([png, svg]), /can't be read|pixels/],
    [(await photo(600, 600).jpeg().toBuffer()).subarray(0, 900), /can't be read/],
    [announcedPng(50_000, 50_000), /50000 × 50000 pixels. At most 64 million/],
    [PDF.subarray(0, -8), /PDF is incomplete/],
  ];
  for (const [bytes, message] of cases)
    expect(await refusalOf(saveDecoded(bytes))).toMatchObject({
      status: 400,
      message: expect.stringMatching(message),
    });
});

test("an upload waits for one of the same sender at the most, and one that was removed isn't decoded", async () => {
  const large = await photo(3_000, 3_000).png().toBuffer();
  const [first, ...others] = await Promise.all([1, 2, 3].map(() => save(large, { sender: "203.0.113.9" })));
  const honest = await save(await photo(300, 300).jpeg().toBuffer(), { sender: "198.51.100.7" });
  const { removeAttachments } = await import("~/core/attachments/remove-attachments.server");
  const { withShop } = await import("~/platform/db/with-shop.server");
  await withShop(DEMO, (tx) => removeAttachments(tx, DEMO, [others[1]?.id ?? ""]));
  const { attachmentStore } = await import("~/core/attachments/attachment-store.server");
  const reads = vi.spyOn(attachmentStore, "read");
  await decodeUploads(DEMO);
  const order = reads.mock.calls.filter(([, , variant]) => variant === "upload").map(([, id]) => id);
  reads.mockRestore();
  expect(order).toHaveLength(3);
  expect(order.indexOf(honest.id)).toBeLessThan(2);
  expect(order).toEqual(expect.arrayContaining([first?.id, others[0]?.id]));
  const rows = await shops.query<{ state: string; sender: string }>(
    "SELECT state, sender FROM attachments WHERE sender IS NOT NULL",
  );
  expect(rows.map(({ state }) => state)).toEqual(["ready", "ready", "ready"]);
  expect(rows.some(({ sender }) => sender.includes("203.0"))).toBe(false);
});

test("uploads of many shops use two places of a worker, and the next shop gets its turn", async () => {
  const { decodeUploads: task } = await import("~/core/attachments/decode-uploads.server");
  const { StartLater } = await import("~/platform/jobs/start-later.server");
  await save(await photo(600, 600).jpeg().toBuffer());
  const run = (shop: string) => task.run(shop, new AbortController().signal);
  const runs = await Promise.allSettled([DEMO, SECOND, "third.myshopify.com"].map(run));
  expect(runs).toMatchObject([
    { status: "fulfilled" },
    { status: "fulfilled" },
    { status: "rejected", reason: expect.any(StartLater) },
  ]);
  await run("third.myshopify.com");
});

test("a process that takes too long or too much memory is killed", async () => {
  const { processImage } = await import("~/platform/images/process-image.server");
  const bytes = await photo(3_000, 3_000).png().toBuffer();
  const outputs = [{ format: "png" as const }];
  for (const limit of [{ maxMs: 1 }, { maxMemory: 1 }])
    expect(await refusalOf(processImage(bytes, outputs, limit))).toMatchObject({
      status: 400,
      message: expect.stringContaining("takes too long to read"),
    });
});

/** As it arrives: Node goes on writing a form's own stream after it was cancelled. */
async function encode(form: FormData) {
  const encoded = new Response(form);
  return { headers: encoded.headers, body: await encoded.arrayBuffer() };
}

test("the form of an upload is read, and keeps its texts when its file is too large", async () => {
  const { readUpload } = await import("~/core/attachments/read-upload.server");
  const upload = async (size: number) => {
    const form = new FormData();
    form.set("city", "Zürich; a=b");
    form.set("receipt", new File([new Uint8Array(size)], "a;b=c.jpg"));
    const request = new Request("http://localhost/", { method: "POST", ...(await encode(form)) });
    const { form: texts, file, problem } = await readUpload(request, RECEIPT, "receipt");
    return { city: texts.get("city"), name: file?.name, size: file?.bytes.length, problem };
  };
  const city = "Zürich; a=b";
  expect(await upload(1_000)).toEqual({ city, name: "a;b=c.jpg", size: 1_000 });
  const problem = "This file is larger than 1 MB. Upload a smaller one.";
  for (const size of [1_048_577, 2_200_000, 20_000_000])
    expect(await upload(size)).toEqual({ city, problem });
  const cut = new Request("http://localhost/", {
    method: "POST",
    headers: { "content-type": "multipart/form-data; boundary=x" },
    body: '--x\r\nContent-Disposition: form-data; name="city"\r\n\r\nBern',
  });
  expect(await refusalOf(readUpload(cut, RECEIPT, "receipt"))).toMatchObject({ status: 400 });
});

const pdfFile = (name: string) => readFile(new URL(`../../support/pdfs/${name}.pdf`, import.meta.url));

test("PDFs that readers open are accepted, and those that need a password are refused with the reason", async () => {
  const readable = ["newline-before-header", "padded-end", "filled-form", "thin"];
  const revisions = ["r2", "r3", "r4", "r6"];
  for (const name of [...readable, ...revisions.map((revision) => `owner-only-${revision}`)])
    expect([name, await saveDecoded(await pdfFile(name))]).toMatchObject([
      name,
      { contentType: "application/pdf" },
    ]);
  for (const revision of revisions)
    expect(await refusalOf(save(await pdfFile(`locked-${revision}`)))).toMatchObject({
      status: 400,
      message: "This PDF needs a password to be opened. Save it without one, and upload it again.",
    });
  // A trailer may have the encryption dictionary itself.
  const text = (await pdfFile("locked-r6")).toString("latin1");
  const [reference = "", number] = /\/Encrypt (\d+) 0 R/.exec(text) ?? [];
  const start = text.indexOf("<<", text.search(new RegExp(`\\b${number} 0 obj`)));
  const dictionary = text.slice(start, text.indexOf("endobj", start));
  const direct = text.replace(reference, () => `/Encrypt ${dictionary}`);
  expect(await refusalOf(save(Buffer.from(direct, "latin1")))).toMatchObject({ status: 400 });
  const page = Buffer.concat([Buffer.from("<script>alert(1)</script>\n"), PDF]);
  expect(await refusalOf(save(page))).toMatchObject({ status: 400 });
});

test("a PDF with a million spaces in its encryption is answered like any other", async () => {
  const { needsPassword } = await import("~/core/attachments/pdf-password.server");
  const spaces = " ".repeat(1_000_000);
  const dictionary = `<< /Filter /Standard /R 3 /O (owner) /U${spaces}>>`;
  const pdf = `%PDF-1.4\n1 0 obj\n${dictionary}\nendobj\ntrailer << /Encrypt${spaces}1 0 R >>\nstartxref\n0\n%%EOF\n`;
  expect(needsPassword(Buffer.from(pdf, "latin1"))).toBe(false);
});

test("a PDF with a short key in an AES filter opens with the empty password", async () => {
  const { needsPassword } = await import("~/core/attachments/pdf-password.server");
  const bytes = Buffer.from(SHORT_KEY, "base64");
  expect(needsPassword(bytes)).toBe(false);
  // Another permission is another key.
  expect(needsPassword(Buffer.from(bytes.toString("latin1").replace("-3392", "-3390"), "latin1"))).toBe(true);
});

/** The encryption dictionary of a public file: revision 4, and a key of 40 bits. */
const SHORT_KEY =
  "JVBERi0xLjYKMTYgMCBvYmoNPDwvQ0Y8PC9TdGRDRjw8L0F1dGhFdmVudC9Eb2NPcGVuL0NGTS9WMi9MZW5ndGggNT4+Pj4vRW5jcnlwdE1ldGFkYXRhIGZhbHNlL0ZpbHRlci9TdGFuZGFyZC9MZW5ndGggNDAvTyiKHa4utFxcXFzFgCaaHkpLvuVYgSdLQn8/kkZey+p7/yM0KS9QIC0zMzkyL1IgNC9TdG1GL1N0ZENGL1N0ckYvU3RkQ0YvVSh/mVxcLPSLgplcbhbx1S806lQAAAAAAAAAAAAAAAAAAAAAKS9WIDQ+Pg1lbmRvYmoKdHJhaWxlcjw8L0VuY3J5cHQgMTYgMCBSL0lEWzwwNjEwNDZGM0U1QUVGODQwQUYwQTE1MTlEQUU1NDJCNj48QkRBNzBDNzlFRUE4QTI0Qzg5OUZGQTdBNjBCODA2M0Y+XT4+Cg==";

test("a JPG without its end marker is accepted, and one without half of its pixels isn't", async () => {
  for (const progressive of [false, true]) {
    const noise = { type: "gaussian" as const, mean: 120, sigma: 40 };
    const whole = await sharp({ create: { width: 300, height: 200, channels: 3, background: "red", noise } })
      .jpeg({ progressive })
      .toBuffer();
    for (const missing of [1, 2])
      expect(await saveDecoded(whole.subarray(0, -missing))).toMatchObject({ width: 300, height: 200 });
    expect(await refusalOf(saveDecoded(whole.subarray(0, whole.length / 2)))).toMatchObject({ status: 400 });
  }
});

test("an attachment can be read with its permission, in its shop only", async () => {
  const { id } = await save(PDF);
  const read = async (person: string, shop = DEMO) =>
    refusalOf((await shops.as(person, shop)).attachments.detail({ id }));
  expect(await read("3")).toMatchObject({ status: 403 });
  expect(await read("1", SECOND)).toMatchObject({ status: 404 });
  const { removeAttachments } = await import("~/core/attachments/remove-attachments.server");
  const { withShop } = await import("~/platform/db/with-shop.server");
  await withShop(DEMO, (tx) => removeAttachments(tx, DEMO, [id]));
  expect(await read("1")).toMatchObject({ status: 404 });
});

test("an attachment is erased with the person, and an interrupted upload is removed", async () => {
  const byId = await save(PDF, { customerId: 7 });
  const byEmail = await save(PDF, { email: "Ann@Example.com" });
  const other = await save(PDF, { customerId: 8 });
  const elsewhere = await save(PDF, { customerId: 7 }, SECOND);
  await redactCustomer(DEMO, { id: 7, email: "ann@example.com" });
  const rows = (shop: string) =>
    shops.query<{ id: string }>(
      "SELECT DISTINCT a.id FROM attachments a JOIN attachment_parts p ON p.attachment_id = a.id",
      [],
      shop,
    );
  const stored = (await rows(DEMO)).map(({ id }) => id);
  expect(stored).toContain(other.id);
  expect(stored).not.toContain(byId.id);
  expect(stored).not.toContain(byEmail.id);
  expect((await rows(SECOND)).map(({ id }) => id)).toEqual([elsewhere.id]);

  await shops.query(
    "UPDATE attachments SET stored_at = NULL, created_at = now() - interval '2 hours' WHERE id = $1",
    [other.id],
  );
  const { removeInterruptedUploads } = await import("~/core/attachments/remove-attachments.server");
  await removeInterruptedUploads.run(DEMO, new AbortController().signal);
  expect(await shops.query("SELECT 1 FROM attachment_parts WHERE attachment_id = $1", [other.id])).toEqual(
    [],
  );
});

test("an erasure while a file is being stored leaves none of its parts", async () => {
  const { attachmentStore } = await import("~/core/attachments/attachment-store.server");
  const write = attachmentStore.write;
  const spy = vi.spyOn(attachmentStore, "write").mockImplementationOnce(async (...given) => {
    await redactCustomer(DEMO, { id: 9, email: "ben@example.com" });
    return write(...given);
  });
  expect(await refusalOf(save(PDF, { customerId: 9 }))).toMatchObject({ status: 409 });
  spy.mockRestore();
  const orphans = await shops.query(
    "SELECT 1 FROM attachment_parts AS p WHERE NOT EXISTS (SELECT 1 FROM attachments AS a WHERE a.id = p.attachment_id)",
  );
  expect(orphans).toEqual([]);
});

test("an erasure waits for a part that is being written, and deletes it", async () => {
  const { attachmentStore } = await import("~/core/attachments/attachment-store.server");
  const { withShop } = await import("~/platform/db/with-shop.server");
  const { id } = await save(PDF, { customerId: 10 });
  let erasure: Promise<unknown> | undefined;
  await withShop(DEMO, async (tx) => {
    await tx.execute(`SELECT 1 FROM attachments WHERE id = '${id}' FOR KEY SHARE`);
    await tx.execute(
      `INSERT INTO attachment_parts (shop, attachment_id, variant, position, bytes) VALUES ('${DEMO}', '${id}', 'file', 1, '')`,
    );
    erasure = redactCustomer(DEMO, { id: 10, email: "cy@example.com" });
    // Until the erasure waits for the row.
    await expect.poll(countWaitingSessions).toBeGreaterThan(0);
  });
  await erasure;
  expect(await refusalOf(attachmentStore.read(DEMO, id, "file"))).toMatchObject({
    status: 404,
    message: "This file no longer exists.",
  });
});
