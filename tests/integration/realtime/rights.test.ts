import type { Socket } from "socket.io-client";
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from "vitest";
import { setFlags, signIn } from "../../guarantees/support/flags.ts";
import { forgedTokens } from "../../guarantees/support/forged-tokens.ts";
import { deliver } from "../../guarantees/support/webhooks.ts";
import { DEMO, openTestShop, SECOND, type TestShop } from "../../support/test-shop.ts";
import { closeRealtime, connect, openRealtime } from "./support.ts";

let shop: TestShop;

beforeAll(async () => {
  shop = await openTestShop("realtime");
  await signIn([shop.token("1"), shop.token("2"), shop.token("1", SECOND)]);
});
beforeEach(() => setFlags(DEMO, "2", ["showStudents"]));
afterEach(closeRealtime);
afterAll(() => shop.close());

/** Resolves when a window has heard of a change, which others publish again and again until then. */
async function hears({ socket }: { socket: Socket }, list: string): Promise<void> {
  const { publishChange } = await import("~/platform/realtime/publish.server");
  let heard = 0;
  socket.on("changed", () => heard++);
  await expect
    .poll(() => {
      publishChange(DEMO, "signed-in", { list });
      return heard;
    })
    .toBeGreaterThan(0);
}

test("a forged token of any kind opens no connection (R18)", async () => {
  const url = await openRealtime();
  for (const [kind, token] of Object.entries(forgedTokens()))
    await expect(connect(url, token), kind).rejects.toThrow();
  await connect(url, shop.token("1"));
});

test("a person has at most 20 connections, and another one when a window is closed", async () => {
  const url = await openRealtime();
  const windows = await Promise.all(Array.from({ length: 20 }, () => connect(url, shop.token("2"))));
  await expect(connect(url, shop.token("2"))).rejects.toThrow("too many connections");
  await connect(url, shop.token("1"));
  windows[0]?.socket.disconnect();
  // The server notices it a moment later.
  await expect.poll(() => connect(url, shop.token("2")).then(() => "open", String)).toBe("open");
});

test("a page of another origin opens no connection, and the app's own pages do", async () => {
  const url = await openRealtime();
  await expect(connect(url, shop.token("1"), "https://evil.example")).rejects.toThrow();
  await expect(connect(url, shop.token("1"), "null")).rejects.toThrow();
  await connect(url, shop.token("1"), process.env.SHOPIFY_APP_URL);
});

test("a revoked grant closes the connection even if its event was lost, and other connections stay", async () => {
  const url = await openRealtime({ checkEveryMs: 50 });
  const [owner, staff] = [await connect(url, shop.token("1")), await connect(url, shop.token("2"))];
  // Not through Access, so no event is published.
  await setFlags(DEMO, "2", []);
  expect(await staff.ended).toBe("io server disconnect");
  await hears(owner, "students");
  const again = await connect(url, shop.token("2"));
  await hears(again, "students");
});

test("a grant revoked between its read and joining the rooms closes the connection", async () => {
  const { signedInBy } = await import("~/platform/auth/session-token.server");
  const url = await openRealtime({
    async authenticate(token) {
      const signedIn = await signedInBy(token);
      // The event is published before there is a connection to close, so it has no effect.
      await setFlags(DEMO, "2", []);
      return signedIn && { shop: signedIn.shop.domain, administrator: signedIn.administrator };
    },
  });
  const { ended } = await connect(url, shop.token("2"));
  expect(await ended).toBe("io server disconnect");
});

test("a change of owner closes both owners' connections", async () => {
  const { rememberAdministrator, findAdministrator } = await import("~/platform/auth/administrators.server");
  const url = await openRealtime();
  const [owner, staff] = [await connect(url, shop.token("1")), await connect(url, shop.token("2"))];
  const [one, two] = [await findAdministrator(DEMO, "1"), await findAdministrator(DEMO, "2")];
  if (!one || !two) throw new Error("A customer is missing.");
  await hears(owner, "students");
  await hears(staff, "students");
  await rememberAdministrator(DEMO, { ...two, isOwner: true });
  expect(await Promise.all([owner.ended, staff.ended])).toEqual(Array(2).fill("io server disconnect"));
  expect(await findAdministrator(DEMO, "1")).toMatchObject({ isOwner: false });
  await rememberAdministrator(DEMO, { ...one, isOwner: true });
  expect(await findAdministrator(DEMO, "2")).toMatchObject({ isOwner: false, flags: ["showStudents"] });
});

test("Backroom's own jobs are published to administrators with the flag of their function", async () => {
  const { publishJob } = await import("~/platform/realtime/publish.server");
  const { socket } = await connect(await openRealtime(), shop.token("2"));
  const received: string[] = [];
  socket.on("job", ({ id }: { id: string }) => received.push(id));
  const publish = (permission: string) =>
    publishJob(
      DEMO,
      { startedById: "backroom", permission: JSON.stringify(permission) },
      { id: permission, state: "running", outcome: null, total: 1, done: 0, failed: 0, skipped: 0 },
    );
  await expect
    .poll(() => {
      for (const permission of ["showBulkPrice", "signed-in", "showStudents"]) publish(permission);
      return received;
    })
    .toContain("showStudents");
  expect(new Set(received)).toEqual(new Set(["showStudents"]));
});

test("a message whose texts and ids are above PostgreSQL's limit arrives without their rest", async () => {
  const { publishChange, publishJob, publishNotice } = await import("~/platform/realtime/publish.server");
  const { socket } = await connect(await openRealtime(), shop.token("1"));
  const received = new Map<string, string>();
  socket.on("job", ({ outcome }: { outcome: { text: string } }) => received.set("job", outcome.text));
  socket.on("notice", ({ text }: { text: string }) => received.set("notice", text));
  socket.on("changed", ({ list, ids }: { list: string; ids?: string[] }) => received.set(list, String(ids)));
  const text = "é".repeat(9_000);
  const counts = { total: 1, done: 0, failed: 1, skipped: 0 };
  await expect
    .poll(() => {
      const outcome = { level: "critical", text, canUndo: false } as const;
      const starter = { startedById: "1", permission: JSON.stringify("owner") };
      publishJob(DEMO, starter, { id: "j", state: "failed", outcome, ...counts });
      publishNotice(DEMO, "1", { level: "critical", text });
      publishChange(DEMO, "owner", { list: "long ids", ids: Array(50).fill("x".repeat(200)) });
      return [...received.keys()];
    })
    .toEqual(expect.arrayContaining(["job", "notice", "long ids"]));
  const shown = `${"é".repeat(1_000)}…`;
  expect([received.get("job"), received.get("notice")]).toEqual([shown, shown]);
  expect(received.get("long ids")).toBe("undefined");
});

test("a connection ends at its time limit", async () => {
  const url = await openRealtime({ checkEveryMs: 50, lifeMs: 300 });
  const { ended } = await connect(url, shop.token("1"));
  expect(await ended).toBe("io server disconnect");
});

test("app/uninstalled closes only that shop's connections", async () => {
  const url = await openRealtime();
  const [here, there] = [await connect(url, shop.token("1")), await connect(url, shop.token("1", SECOND))];
  await hears(here, "students");
  expect(await deliver({ shop: SECOND, topic: "app/uninstalled", payload: { domain: SECOND } })).toBe(200);
  expect(await there.ended).toBe("io server disconnect");
  expect(here.socket.connected).toBe(true);
});
