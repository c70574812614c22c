import { randomBytes, randomUUID } from "node:crypto";
import { EventEmitter, once } from "node:events";
import { buffer } from "node:stream/consumers";
import { afterAll, beforeAll, expect, test } from "vitest";
import { grantAccess } from "../../support/calls.ts";
import { DEMO, openTwoShops, refusalOf, SECOND, type TwoShops } from "../console/two-shops.ts";

const MEGABYTE = 1024 * 1024;
const SAM = { id: "2", name: "Sam Students" };

let shops: TwoShops;
beforeAll(async () => {
  shops = await openTwoShops("files");
});
afterAll(() => shops.close());

async function open(about: { jobId?: string; madeBy?: typeof SAM; shop?: string } = {}) {
  const { openFileWriter } = await import("~/platform/files/writer.server");
  const { shop = DEMO, madeBy = SAM, jobId } = about;
  return openFileWriter(shop, {
    name: "People.xlsx",
    contentType: "text/plain",
    permission: "showStudents",
    madeBy,
    jobId,
  });
}

/** A finished file of Sam's with these bytes. */
async function make(bytes: Uint8Array = Buffer.from("hello"), about: Parameters<typeof open>[0] = {}) {
  const writer = await open(about);
  await writer.write(bytes);
  return (await writer.finish()).id;
}

const rowsOf = (table: string) => shops.query(`SELECT 1 FROM ${table}`);

test("a file is read in parts, regardless of the chunks it was written in", async () => {
  const { readFile } = await import("~/platform/files/read.server");
  const bytes = randomBytes(2.5 * MEGABYTE);
  const writer = await open();
  for (let at = 0; at < bytes.length; at += 300_001) await writer.write(bytes.subarray(at, at + 300_001));
  const { id } = await writer.finish();

  const file = await readFile(DEMO, id);
  expect(file).toMatchObject({ name: "People.xlsx", size: bytes.length, parts: 3 });
  expect((await buffer(file.bytes)).equals(bytes)).toBe(true);

  const sam = await shops.as("2");
  expect(await sam.files.detail({ id })).toMatchObject({ size: bytes.length, parts: 3 });
  const last = await sam.files.part({ id, position: 2 });
  expect(Buffer.from(await last.arrayBuffer()).equals(bytes.subarray(2 * MEGABYTE))).toBe(true);
  expect(await refusalOf(sam.files.part({ id, position: 3 }))).toMatchObject({ status: 404 });
});

test("each part of a download is recorded, whichever comes first", async () => {
  const jobId = randomUUID();
  const id = await make(Buffer.alloc(1.5 * MEGABYTE), { jobId });
  const sam = await shops.as("2");
  await sam.files.part({ id, position: 1 });
  await sam.files.part({ id, position: 0 });
  const entries = (await shops.audit()).filter(({ action }) => action === "file.downloaded");
  const recorded = { actor_id: "2", flag: "showStudents" };
  const after = { file: "People.xlsx", bytes: 1.5 * MEGABYTE };
  expect(entries.slice(-2)).toMatchObject([
    { ...recorded, after: { ...after, part: "2 of 2" } },
    { ...recorded, after: { ...after, part: "1 of 2" } },
  ]);
  const history = await sam.activity.ofSubject({ subjectType: "job", subjectId: jobId });
  expect(history.rows.map(({ what }) => what)).toEqual(["Downloaded a file", "Downloaded a file"]);
});

test("a file can be read by its creator and the owner only, in this shop and with its flag", async () => {
  const id = await make();
  const ask = async (person: string, shop = DEMO) =>
    refusalOf((await shops.as(person, shop)).files.part({ id, position: 0 }));
  expect(await (await (await shops.as("1")).files.part({ id, position: 0 })).text()).toBe("hello");
  expect(await ask("3")).toMatchObject({ status: 403 });
  expect(await ask("2", SECOND)).toMatchObject({ status: 404 });
  expect(await ask("1", SECOND)).toMatchObject({ status: 404 });

  const others = await make(undefined, { madeBy: { id: "1", name: "Olive Owner" } });
  const sam = await shops.as("2");
  expect(await refusalOf(sam.files.detail({ id: others }))).toMatchObject({
    status: 403,
    message: "This file is for Olive Owner, who created it. Create your own.",
  });
  await grantAccess("2", []);
  expect(await ask("2")).toMatchObject({ status: 403 });
  await grantAccess("2", ["showStudents"]);
});

test("an unfinished file isn't offered, and a new attempt of its job removes it", async () => {
  const { filesOfJobs } = await import("~/platform/files/read.server");
  const { withShop } = await import("~/platform/db/with-shop.server");
  const jobId = randomUUID();
  const ofJob = () => withShop(DEMO, (tx) => filesOfJobs(tx, DEMO, [jobId]));
  const half = await open({ jobId });
  await half.write(Buffer.alloc(MEGABYTE));
  expect(await refusalOf((await shops.as("2")).files.detail({ id: half.id }))).toMatchObject({ status: 404 });
  expect(await ofJob()).toEqual(new Map());

  const whole = await make(Buffer.from("whole"), { jobId });
  expect((await ofJob()).get(jobId)?.id).toBe(whole);
  // The first process was only slow: it learns that its file is gone, and leaves nothing behind.
  expect(await refusalOf(half.write(Buffer.alloc(MEGABYTE)))).toMatchObject({ status: 409 });
  expect(await refusalOf(half.finish())).toMatchObject({ status: 409 });
  expect(await shops.query("SELECT 1 FROM file_parts WHERE file_id = $1", [half.id])).toEqual([]);
});

test("an aborted file leaves nothing", async () => {
  const writer = await open();
  await writer.write(Buffer.alloc(MEGABYTE));
  await writer.discard();
  expect(await shops.query("SELECT 1 FROM file_parts WHERE file_id = $1", [writer.id])).toEqual([]);
});

test("an expired file can't be read and is then deleted", async () => {
  const { removeExpiredFiles } = await import("~/platform/files/writer.server");
  const id = await make();
  const stays = await make();
  await shops.query("UPDATE files SET expires_at = now() - interval '1 second' WHERE id = $1", [id]);
  const sam = await shops.as("2");
  expect(await refusalOf(sam.files.detail({ id }))).toMatchObject({ status: 404 });
  await removeExpiredFiles.run(DEMO, new AbortController().signal);
  expect(await shops.query("SELECT 1 FROM file_parts WHERE file_id = $1", [id])).toEqual([]);
  expect(await sam.files.detail({ id: stays })).toMatchObject({ id: stays });
});

test("a rollback of the finishing transaction leaves the file unfinished", async () => {
  const writer = await open();
  await writer.write(Buffer.from("x"));
  const failing = writer.finish(async () => {
    throw new Error("not so");
  });
  await expect(failing).rejects.toThrow("not so");
  expect(await refusalOf((await shops.as("2")).files.detail({ id: writer.id }))).toMatchObject({
    status: 404,
  });
});

test("erasing a person deletes every file of the shop, and none of another shop", async () => {
  const { redactCustomer } = await import("../../support/erasure.ts");
  await make();
  await make(undefined, { shop: SECOND });
  await redactCustomer(DEMO, { id: 1, email: "x@y.example", phone: null });
  expect(await rowsOf("files")).toEqual([]);
  expect(await rowsOf("file_parts")).toEqual([]);
  expect(await shops.query("SELECT 1 FROM file_parts", [], SECOND)).toHaveLength(1);
});

test("erasing a person leaves nothing of a file that is being written", async () => {
  const { redactCustomer } = await import("../../support/erasure.ts");
  const { countWaitingSessions } = await import("../../support/waiting-sessions.ts");
  const writer = await open();
  await writer.write(Buffer.from("hello"));
  const steps = new EventEmitter();
  const begun = once(steps, "begun");
  const finished = writer.finish(async () => {
    steps.emit("begun");
    await once(steps, "released");
  });
  await begun;
  const erased = redactCustomer(DEMO, { id: 3, email: "z@y.example", phone: null });
  await expect.poll(countWaitingSessions).toBe(1);
  steps.emit("released");
  await Promise.all([finished, erased]);
  expect(await rowsOf("files")).toEqual([]);
  expect(await rowsOf("file_parts")).toEqual([]);
});
