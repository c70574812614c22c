import { afterAll, beforeAll, expect, test } from "vitest";
import { signedInCalls } from "../../support/calls.ts";
import { DEMO, openTestShop, SECOND, type TestShop } from "../../support/test-shop.ts";
import { closeRealtime, connect, openRealtime } from "../realtime/support.ts";

let shop: TestShop;
let calls: Awaited<ReturnType<typeof signedInCalls>>;

beforeAll(async () => {
  shop = await openTestShop("limit");
  calls = await signedInCalls(shop);
});
afterAll(async () => {
  await closeRealtime();
  await shop.close();
});

const save = (text: string | number) =>
  calls.students.saveDefaultDiscountLimit({ default_discount_limit: text });
const value = async () => (await calls.students.defaultDiscountLimit()).value;

test("it is 9500 by default, and each shop has its own", async () => {
  expect(await value()).toBe("9500");
  await save("12000");
  expect(await value()).toBe("12000");
  const second = await signedInCalls(shop, "1", SECOND);
  expect((await second.students.defaultDiscountLimit()).value).toBe("9500");
});

test("it can be cleared, and an invalid number is refused without effect", async () => {
  await save("");
  expect(await value()).toBe("");
  for (const wrong of ["12x", "-5", "1.5", "1".repeat(13)]) {
    await expect(save(wrong)).rejects.toMatchObject({ status: 400 });
  }
  expect(await value()).toBe("");
});

test("it can be a JSON number, which is whole and not negative", async () => {
  await save(12_000);
  expect(await value()).toBe("12000");
  await save(0);
  expect(await value()).toBe("0");
  for (const wrong of [-5, 1.5, 1e12]) {
    await expect(save(wrong)).rejects.toMatchObject({
      status: 400,
      data: { fieldErrors: { default_discount_limit: expect.stringContaining("12 digits") } },
    });
  }
  expect(await value()).toBe("0");
});

test("a value that was changed since it was shown isn't overwritten", async () => {
  await save("800");
  const saveSeen = (text: string, seen: string) =>
    calls.students.saveDefaultDiscountLimit({ default_discount_limit: text, seen });
  await expect(saveSeen("820", "9500")).rejects.toMatchObject({
    status: 409,
    message: expect.stringMatching(
      /^You changed the default limit in another window while you were editing it\./,
    ),
  });
  expect(await value()).toBe("800");
  expect(await saveSeen("820", "800")).toEqual({ value: "820" });
});

test("open pages of students hear of a change", async () => {
  const { socket } = await connect(await openRealtime(), shop.token("1"));
  const lists: string[] = [];
  socket.on("changed", ({ list }: { list: string }) => lists.push(list));
  await expect
    .poll(async () => {
      await save("640");
      return lists;
    })
    .toContain("students");
});

test("each change is recorded once", async () => {
  await save("700");
  await save("700");
  const { rows } = await calls.activity.list({});
  const changes = rows.filter((row) => row.action === "setting.changed").map((row) => row.changes[0]?.after);
  expect(changes.filter((after) => after === "700")).toHaveLength(1);
});

test("the storefront's metafield is set, changed, and removed when the limit is cleared", async () => {
  const [{ publishDiscountLimit, PUBLISHED_LIMIT }, { liveAdminApi }, { appData }] = await Promise.all([
    import("~/functions/students/discount-limit.server"),
    import("~/connectors/shopify/live.server"),
    import("~/connectors/shopify/operations/app-data"),
  ]);
  const published = async () => {
    await publishDiscountLimit.run(DEMO, new AbortController().signal);
    const { currentAppInstallation } = await liveAdminApi(DEMO).run(appData, PUBLISHED_LIMIT);
    return currentAppInstallation.metafield?.value;
  };
  await save("8000");
  expect(await published()).toBe("8000");
  await save("8001");
  expect(await published()).toBe("8001");
  await save("");
  expect(await published()).toBeUndefined();
  expect(await published()).toBeUndefined();
});
