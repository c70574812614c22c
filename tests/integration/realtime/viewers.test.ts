import type { Socket } from "socket.io-client";
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from "vitest";
import { isOvertaken, type SubjectViewers, VIEWERS, VIEWS } from "~/platform/realtime/rooms";
import { setFlags, signIn } from "../../guarantees/support/flags.ts";
import { DEMO, openTestShop, SECOND, type TestShop } from "../../support/test-shop.ts";
import { closeRealtime, connect, openRealtime } from "./support.ts";

const SUBJECT = "showPromotion/submission/17";

let shop: TestShop;

beforeAll(async () => {
  shop = await openTestShop("viewers");
  await signIn([shop.token("1"), shop.token("2"), shop.token("3"), shop.token("1", SECOND)]);
});
beforeEach(async () => {
  await setFlags(DEMO, "2", ["showPromotion"]);
  await setFlags(DEMO, "3", ["showStudents"]);
});
afterEach(closeRealtime);
afterAll(() => shop.close());

/** What a page was sent last. */
function watch({ socket }: { socket: Socket }): () => string[] | undefined {
  let latest: SubjectViewers | undefined;
  socket.on(VIEWERS, (message: SubjectViewers) => {
    // As the page does, of each record that it shows.
    if (message.subject !== latest?.subject || !isOvertaken(message, latest)) latest = message;
  });
  return () => latest?.viewers.map(({ name }) => name).sort();
}

test("people who show the same record see each other, until one shows another record or leaves", async () => {
  const url = await openRealtime();
  const [owner, second, reviewer] = [
    await connect(url, shop.token("1")),
    await connect(url, shop.token("1")),
    await connect(url, shop.token("2")),
  ];
  const [ofOwner, ofReviewer] = [watch(owner), watch(reviewer)];
  owner.socket.emit(VIEWS, SUBJECT);
  await expect.poll(ofOwner).toEqual(["Olivia Owner"]);
  reviewer.socket.emit(VIEWS, SUBJECT);
  await expect.poll(ofOwner).toEqual(["Carl Credit", "Olivia Owner"]);
  await expect.poll(ofReviewer).toEqual(["Carl Credit", "Olivia Owner"]);
  // Two windows of one person count once, and the person looks until both have left.
  second.socket.emit(VIEWS, SUBJECT);
  owner.socket.emit(VIEWS, "showPromotion/submission/18");
  await expect.poll(ofOwner).toEqual(["Olivia Owner"]);
  expect(ofReviewer()).toEqual(["Carl Credit", "Olivia Owner"]);
  second.socket.disconnect();
  await expect.poll(ofReviewer).toEqual(["Carl Credit"]);
});

test("a person who shows records in quick succession looks at the last one only", async () => {
  const url = await openRealtime();
  const [owner, second, reviewer] = [
    await connect(url, shop.token("1")),
    await connect(url, shop.token("1")),
    await connect(url, shop.token("2")),
  ];
  const [ofOwner, ofSecond] = [watch(owner), watch(second)];
  owner.socket.emit(VIEWS, SUBJECT);
  second.socket.emit(VIEWS, "showPromotion/submission/19");
  await expect.poll(ofSecond).toEqual(["Olivia Owner"]);
  for (const next of [SUBJECT, null, "showPromotion/submission/18", SUBJECT, "showPromotion/submission/19"])
    reviewer.socket.emit(VIEWS, next);
  await expect.poll(ofSecond).toEqual(["Carl Credit", "Olivia Owner"]);
  await expect.poll(ofOwner).toEqual(["Olivia Owner"]);
  reviewer.socket.emit(VIEWS, null);
  await expect.poll(ofSecond).toEqual(["Olivia Owner"]);
});

test("another shop, a person without the permission and a malformed record see and show no one", async () => {
  const url = await openRealtime();
  const [reviewer, stranger, other] = [
    await connect(url, shop.token("2")),
    await connect(url, shop.token("3")),
    await connect(url, shop.token("1", SECOND)),
  ];
  const [ofReviewer, ofStranger, ofOther] = [watch(reviewer), watch(stranger), watch(other)];
  stranger.socket.emit(VIEWS, SUBJECT);
  for (const malformed of [null, 17, {}, "submission/17", `${SUBJECT}|x`, "showPromotion/../17"])
    reviewer.socket.emit(VIEWS, malformed);
  other.socket.emit(VIEWS, SUBJECT);
  await expect.poll(ofOther).toEqual(["Oskar Ohlsen"]);
  reviewer.socket.emit(VIEWS, SUBJECT);
  await expect.poll(ofReviewer).toEqual(["Carl Credit"]);
  expect(ofStranger()).toBeUndefined();
  expect(ofOther()).toEqual(["Oskar Ohlsen"]);
});

test("a check of access leaves those connected who show a record", async () => {
  const { findAdministrators } = await import("~/platform/auth/administrators.server");
  let checks = 0;
  const readRights: typeof findAdministrators = (people) => {
    checks++;
    return findAdministrators(people);
  };
  const url = await openRealtime({ checkEveryMs: 50, readRights });
  const reviewer = await connect(url, shop.token("2"));
  const ofReviewer = watch(reviewer);
  reviewer.socket.emit(VIEWS, SUBJECT);
  await expect.poll(ofReviewer).toEqual(["Carl Credit"]);
  const before = checks;
  await expect.poll(() => checks).toBeGreaterThan(before + 2);
  expect(reviewer.socket.connected).toBe(true);
});
