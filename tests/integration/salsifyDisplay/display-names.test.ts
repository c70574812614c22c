/** The two calls of the display names, against the local store. */
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, onTestFinished, test } from "vitest";
import { activity } from "../../support/activity.ts";
import { signedInCalls } from "../../support/calls.ts";
import { defineMetafields } from "../../support/metafield-definitions.ts";
import { DEMO, openTestShop, SECOND, type TestShop } from "../../support/test-shop.ts";

let shop: TestShop;
let ann: Awaited<ReturnType<typeof signedInCalls>>;
let second: Awaited<ReturnType<typeof signedInCalls>>;

beforeAll(async () => {
  shop = await openTestShop("display_names");
  ann = await signedInCalls(shop);
  second = await signedInCalls(shop, "1", SECOND);
  await defineMetafields({
    "salsify.color": "Color",
    "salsify.voltage": "Voltage (V)",
    "salsify.weight": "Weight",
  });
});
beforeEach(async () => {
  const { metaFieldId, digest } = await ann.salsifyDisplay.list();
  await ann.salsifyDisplay.save({ updateList: [], id: metaFieldId, digest });
});
afterEach(() => shop.localStore.store.faults.reset(DEMO));
afterAll(() => shop.close());

const values = async () => {
  const { data } = await ann.salsifyDisplay.list();
  const own = data.filter(({ key, value }) => key.startsWith("salsify.") || value !== "");
  return Object.fromEntries(own.map(({ key, value }) => [key, value]));
};

/** Saves over the list as it is now. */
async function save(entries: Record<string, string>) {
  const { metaFieldId, digest } = await ann.salsifyDisplay.list();
  const updateList = Object.entries(entries).map(([key, value]) => ({ key, value }));
  return ann.salsifyDisplay.save({ updateList, id: metaFieldId, digest });
}

const audited = async () => {
  const { rows } = await ann.activity.list({});
  return rows.filter(({ action }) => action === "display names.saved");
};

test("keys are those of the product metafield definitions and of the stored list", async () => {
  await save({ "salsify.color": "Colour", "legacy.finish": "Finish" });
  const { data, metaFieldId } = await ann.salsifyDisplay.list();
  expect(data).toEqual(
    expect.arrayContaining([
      { key: "legacy.finish", value: "Finish", name: null },
      { key: "salsify.color", value: "Colour", name: "Color" },
      { key: "salsify.voltage", value: "", name: "Voltage (V)" },
    ]),
  );
  expect(data.map(({ key }) => key)).toEqual(data.map(({ key }) => key).sort());
  expect(metaFieldId).toMatch(/^gid:\/\/shopify\/Metafield\/\d+$/);
  const other = await second.salsifyDisplay.list();
  expect(other.data.filter(({ value }) => value !== "")).toEqual([]);
});

test("the first save of a shop creates the list", async () => {
  const { metaFieldId, digest } = await second.salsifyDisplay.list();
  expect([metaFieldId, digest]).toEqual([null, null]);
  const saved = await second.salsifyDisplay.save({
    updateList: [{ key: "salsify.color", value: "Farbe" }],
    id: null,
    digest: null,
  });
  expect(saved).toMatchObject({ success: true, changed: 1 });
  const { data, ...list } = await second.salsifyDisplay.list();
  expect(data).toContainEqual({ key: "salsify.color", value: "Farbe", name: null });
  expect(list).toMatchObject({ metaFieldId: saved.metaFieldId, digest: saved.digest });
});

test("values are trimmed, and empty ones are dropped", async () => {
  await save({ "salsify.color": "  Colour ", "salsify.voltage": "Voltage", "salsify.weight": "   " });
  expect(await values()).toEqual({
    "salsify.color": "Colour",
    "salsify.voltage": "Voltage",
    "salsify.weight": "",
  });
  const { changed } = await save({ "salsify.color": "", "salsify.voltage": "Voltage" });
  expect(changed).toBe(1);
  expect(await values()).toEqual({ "salsify.color": "", "salsify.voltage": "Voltage", "salsify.weight": "" });
});

test("each save is audited with what it changed, and the list names the last one", async () => {
  await save({ "salsify.color": "Colour", "salsify.voltage": "Voltage" });
  const before = (await audited()).length;
  await save({ "salsify.color": "Color", "salsify.voltage": "Voltage" });
  // A repetition changes nothing, and adds no entry.
  await save({ "salsify.color": "Color", "salsify.voltage": "Voltage" });
  const entries = await audited();
  expect(entries).toHaveLength(before + 1);
  expect(entries[0]?.changes).toEqual([{ field: "salsify.color", before: "Colour", after: "Color" }]);
  const { lastSave } = await ann.salsifyDisplay.list();
  expect(lastSave).toMatchObject({
    by: { id: "1", name: entries[0]?.who.name },
    changes: [{ key: "salsify.color", before: "Colour", after: "Color" }],
  });
});

describe("a list that was saved since it was read", () => {
  test("isn't overwritten, and the refusal says who changed what", async () => {
    const opened = await ann.salsifyDisplay.list();
    await save({ "salsify.color": "Colour", "salsify.weight": "Mass" });
    const own = { updateList: [{ key: "salsify.color", value: "Kolor" }], id: opened.metaFieldId };
    await expect(ann.salsifyDisplay.save({ ...own, digest: opened.digest })).rejects.toMatchObject({
      status: 409,
      message: expect.stringMatching(
        /^.+ changed salsify\.color and 1 more on \d\d\/\d\d\/\d{4} \d{1,2}:\d\d [AP]M, since you loaded the list\./,
      ),
    });
    expect(await values()).toMatchObject({ "salsify.color": "Colour", "salsify.weight": "Mass" });
  });

  test("is saved when both wanted the same, as when a lost answer is repeated", async () => {
    const { metaFieldId: id, digest } = await ann.salsifyDisplay.list();
    const request = { updateList: [{ key: "salsify.color", value: "Colour" }], id, digest };
    expect((await ann.salsifyDisplay.save(request)).changed).toBe(1);
    expect((await ann.salsifyDisplay.save(request)).changed).toBe(0);
  });

  test("of two saves at the same time, one is stored and the other is refused", async () => {
    const { metaFieldId: id, digest } = await ann.salsifyDisplay.list();
    const attempt = (value: string) =>
      ann.salsifyDisplay.save({ updateList: [{ key: "salsify.color", value }], id, digest });
    const outcomes = await Promise.allSettled(["A", "B", "C"].map(attempt));
    expect(outcomes.map(({ status }) => status).sort()).toEqual(["fulfilled", "rejected", "rejected"]);
    for (const outcome of outcomes)
      if (outcome.status === "rejected") expect(outcome.reason).toMatchObject({ status: 409 });
    const [entry] = await audited();
    expect(entry?.changes[0]?.after).toBe((await values())["salsify.color"]);
  });

  test("can't be replaced without its id", async () => {
    await save({ "salsify.color": "Colour" });
    const updateList = [{ key: "salsify.color", value: "Kolor" }];
    await expect(ann.salsifyDisplay.save({ updateList })).rejects.toMatchObject({
      status: 400,
      data: { fieldErrors: { id: "is missing" } },
    });
    await expect(
      ann.salsifyDisplay.save({ updateList, id: "gid://shopify/Metafield/1" }),
    ).rejects.toMatchObject({ status: 409 });
    const { metaFieldId } = await ann.salsifyDisplay.list();
    expect(await ann.salsifyDisplay.save({ updateList, id: metaFieldId })).toMatchObject({ changed: 1 });
  });
});

describe("what isn't valid is refused with row and field, and nothing is stored", () => {
  test.each([
    ["a long value", { "salsify.color": "x".repeat(256) }, "updateList.0.value", "256 characters"],
    ["a line break", { "a.b": "1", "salsify.color": "two\nlines" }, "updateList.1.value", "line break"],
    ["a key without a namespace", { color: "Color" }, "updateList.0.key", "namespace and a key"],
    ["a long key", { [`a.${"b".repeat(320)}`]: "Color" }, "updateList.0.key", "322 characters"],
  ])("%s", async (_what, entries, field, problem) => {
    await expect(save(entries)).rejects.toMatchObject({
      status: 400,
      message: expect.stringMatching(/^Row \d+/),
      data: { fieldErrors: { [field]: expect.stringContaining(problem) } },
    });
    expect(Object.values(await values()).join("")).toBe("");
  });

  test("a key twice", async () => {
    const { metaFieldId: id } = await ann.salsifyDisplay.list();
    const updateList = ["A", "B"].map((value) => ({ key: "salsify.color", value }));
    await expect(ann.salsifyDisplay.save({ updateList, id })).rejects.toMatchObject({
      status: 400,
      message: "Row 2 (salsify.color): Meta Key is the same as in row 1. Remove one of them.",
    });
  });

  test("more than Shopify stores in the metafield", async () => {
    const entry = (index: number) => [`salsify.key_${index}`, "é".repeat(250)] as const;
    const list = (count: number) => Object.fromEntries(Array.from({ length: count }, (_, i) => entry(i)));
    await expect(save(list(300))).rejects.toMatchObject({
      status: 400,
      data: { fieldErrors: { "updateList.244.value": expect.stringContaining("128 KB") } },
    });
    expect(await save(list(244))).toMatchObject({ changed: 244 });
  });
});

describe("when Shopify fails", () => {
  const fail = (knobs: object) => shop.localStore.store.faults.setFor(DEMO, "MetafieldsSet", knobs);

  test("a lost answer is looked up: the save is there, and audited once", async () => {
    const before = (await audited()).length;
    fail({ cutAfterCommit: 1 });
    expect(await save({ "salsify.color": "Colour" })).toMatchObject({ success: true, changed: 1 });
    expect(await audited()).toHaveLength(before + 1);
  });

  test("a save that Shopify refuses changes nothing and leaves no entry", async () => {
    const before = (await audited()).length;
    fail({ userError: 1 });
    await expect(save({ "salsify.color": "Colour" })).rejects.toMatchObject({ status: 502 });
    fail({ userError: 0 });
    expect(await values()).toMatchObject({ "salsify.color": "" });
    expect(await audited()).toHaveLength(before);
  });

  test("a process that dies after the write leaves no save without its entry", async () => {
    const before = await countEntries();
    await dieAfterWriting("Colour");
    await expireLeases();
    await finish();
    await finish();
    expect(await countEntries()).toBe(before + 1);
    expect((await audited())[0]?.changes).toEqual([{ field: "salsify.color", before: "", after: "Colour" }]);
  });

  test("an interrupted save has its entry before that of the save that replaces its list", async () => {
    await dieAfterWriting("Colour");
    await save({ "salsify.color": "Farbe" });
    expect((await audited()).slice(0, 2).map(({ changes }) => changes)).toEqual([
      [{ field: "salsify.color", before: "Colour", after: "Farbe" }],
      [{ field: "salsify.color", before: "", after: "Colour" }],
    ]);
  });

  test("a save that is replaced before its answer arrives is answered, and audited once", async () => {
    const before = await countEntries();
    const realFetch = globalThis.fetch;
    globalThis.fetch = async (input, init) => {
      const response = await realFetch(input, init);
      if (!String(init?.body).includes("mutation MetafieldsSet")) return response;
      globalThis.fetch = realFetch;
      await save({ "salsify.color": "Farbe" });
      return response;
    };
    onTestFinished(() => {
      globalThis.fetch = realFetch;
    });
    expect(await save({ "salsify.color": "Colour" })).toMatchObject({ success: true, changed: 1 });
    expect(await countEntries()).toBe(before + 2);
    expect(await values()).toMatchObject({ "salsify.color": "Farbe" });
  });

  test("a save that didn't arrive and was repeated is audited once", async () => {
    const before = await countEntries();
    fail({ cutBeforeCommit: 1 });
    await expect(save({ "salsify.color": "Colour" })).rejects.toMatchObject({ status: 502 });
    fail({ cutBeforeCommit: 0 });
    await save({ "salsify.color": "Colour" });
    await expireLeases();
    await finish();
    expect(await countEntries()).toBe(before + 1);
    expect(await rowsOf("SELECT 1 FROM display_name_saves")).toEqual([]);
  });

  const rowsOf = async (query: string) => {
    const { database } = await import("~/platform/db/pool.server");
    return (await database().query(query)).rows;
  };
  const countEntries = async () => (await activity("display names.saved")).length;
  const expireLeases = () => rowsOf("UPDATE display_name_saves SET lease_until = now()");
  const finish = async () => {
    const { finishOpenSaves } = await import("~/functions/salsifyDisplay/save-display-names.server");
    await finishOpenSaves.run(DEMO, new AbortController().signal);
  };

  /** Leaves what a process that is killed between Shopify's answer and the audit entry leaves. */
  async function dieAfterWriting(color: string) {
    const [{ openSave }, { readStoredList, LIST_METAFIELD }, { metafieldsSet }, live] = await Promise.all([
      import("~/functions/salsifyDisplay/save-display-names.server"),
      import("~/functions/salsifyDisplay/stored-list.server"),
      import("~/connectors/shopify/operations/metafields"),
      import("~/connectors/shopify/live.server"),
    ]);
    const { signedInBy } = await import("~/platform/auth/session-token.server");
    const signedIn = await signedInBy(shop.token("1"));
    if (!signedIn) throw new Error("The local store did not sign the administrator in.");
    const clock = { now: () => new Date() };
    const adminApi = live.liveAdminApi(DEMO);
    const stored = await readStoredList(adminApi);
    const after = [{ key: "salsify.color", value: color }];
    await openSave({ ...signedIn, clock } as Parameters<typeof openSave>[0], stored, after);
    const value = JSON.stringify(after);
    const metafield = { ownerId: stored.shopGid, ...LIST_METAFIELD, type: "json", value };
    await adminApi.run(metafieldsSet, { metafields: [metafield] });
  }
});

test("without the flag, both calls are refused", async () => {
  const third = await signedInCalls(shop, "3");
  await expect(third.salsifyDisplay.list()).rejects.toMatchObject({ status: 403 });
  await expect(third.salsifyDisplay.save({ updateList: [] })).rejects.toMatchObject({ status: 403 });
});
