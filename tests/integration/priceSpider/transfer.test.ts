/** Transfers to PriceSpider's servers by FTP and SFTP: what arrives, what never does, and how an interrupted one goes on. */
import { writeFile } from "node:fs/promises";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import type { ShopTransaction } from "~/platform/db/with-shop.server";
import type { FaultKnobs } from "../../../local-store/faults/fault-board.ts";
import { listReceived } from "../../../local-store/pricespider/accounts.ts";
import { jobRows } from "../../support/jobs.ts";
import { withMachineFactor } from "../../support/machine-factor.ts";
import { DEMO } from "../../support/test-shop.ts";
import {
  type Client,
  demoShop,
  openPriceSpiderShop,
  type PriceSpiderShop,
  readReceived,
  receivedPath,
  runTransfer,
  settingsFor,
} from "./support.ts";

let priceSpider: PriceSpiderShop;

beforeAll(async () => {
  priceSpider = await openPriceSpiderShop("price_spider_transfer");
});
afterEach(() => void faults().reset(DEMO));
afterAll(() => priceSpider.close());

const faults = () => priceSpider.shop.localStore.store.faults;
const calls = () => priceSpider.ann.priceSpider;
const newest = async () => (await calls().logs()).list[0];
const linesOf = async (f: string) => (await calls().log({ f })).json.map(({ msg }) => msg);
const receivedNames = async () =>
  (await listReceived(priceSpider.shop.localStore.store, demoShop())).map(({ name }) => name);
const connect = async (client: Client) => {
  const { failed } = await calls().update(settingsFor(priceSpider, client));
  expect(failed).toEqual([]);
};
/** Replaces what PriceSpider has, and runs a transfer. */
async function transferOver(before: string): Promise<string> {
  await writeFile(await receivedPath(priceSpider, "pricespider.csv"), before);
  const { jobId } = await calls().transfer();
  await runTransfer(jobId);
  return jobId;
}

const inShop = async <T>(work: (tx: ShopTransaction) => Promise<T>): Promise<T> => {
  const { withShop } = await import("~/platform/db/with-shop.server");
  return withShop(DEMO, work);
};

/** Resolves when a transaction waits for a lock. */
async function untilWaiting(locktype: "advisory" | "transactionid"): Promise<void> {
  const { database } = await import("~/platform/db/pool.server");
  const waiting = async () => {
    const { rowCount } = await database().query(
      `SELECT 1 FROM pg_locks JOIN pg_stat_activity USING (pid)
        WHERE NOT granted AND locktype = $1 AND datname = current_database()`,
      [locktype],
    );
    return rowCount;
  };
  await expect.poll(waiting, { timeout: withMachineFactor(20_000) }).toBeGreaterThan(0);
}

test.each(["FTP", "SFTP"] as const)(
  "the connection by %s is tested step by step, also while the transfer is off",
  async (client) => {
    await connect(client);
    await calls().update({ enable: false });
    const { status, steps } = await calls().test();
    expect([status, new Set(steps.map(({ state }) => state))]).toEqual([true, new Set(["passed"])]);
    await calls().update({ uploadDir: "/nowhere" });
    const failed = await calls().test();
    expect(failed).toMatchObject({ status: false, msg: expect.stringContaining("folder /nowhere") });
    expect(failed.steps.map(({ state }) => state)).toEqual([
      ...Array.from({ length: 5 }, () => "passed"),
      "failed",
      ...Array.from({ length: 3 }, () => "skipped"),
    ]);
    await connect(client);
  },
);

/** Stops the process at a step of a transfer, and checks that PriceSpider has a whole feed then and after another process went on. */
async function stopAt(begin: (stop: () => void) => void, end = () => {}): Promise<void> {
  await writeFile(await receivedPath(priceSpider, "pricespider.csv"), "sku\nold");
  const { jobId } = await calls().transfer();
  const stops = new AbortController();
  begin(() => stops.abort());
  await expect(runTransfer(jobId, stops.signal)).rejects.toThrow("The process is stopping");
  end();
  expect(await newest()).toMatchObject({ status: "Running" });
  const between = (await readReceived(priceSpider)) ?? "";
  expect(between === "sku\nold" || between.split("\r\n").length === 41, between).toBe(true);
  await runTransfer(jobId);
  expect(await newest()).toMatchObject({ status: "Completed", reason: null });
  expect((await readReceived(priceSpider))?.split("\r\n")).toHaveLength(41);
  expect(await receivedNames()).toEqual(["pricespider.csv"]);
}

/** Runs a transfer with a fault, and again without. */
async function failWith(knobs: Partial<FaultKnobs>, reason: string): Promise<void> {
  faults().set(DEMO, knobs);
  const jobId = await transferOver("sku\nold");
  const failed = await newest();
  expect(failed).toMatchObject({ status: "Failed", reason: expect.stringContaining(reason) });
  expect(failed?.progress).toBeLessThan(100);
  expect(await readReceived(priceSpider)).toBe("sku\nold");
  expect((await linesOf(jobId)).at(-1)).toContain(reason);
  faults().reset(DEMO);
  await calls().retry({ f: jobId });
  await runTransfer(jobId);
  expect(await newest()).toMatchObject({ status: "Completed", reason: null });
  expect(await receivedNames()).toEqual(["pricespider.csv"]);
}

describe.each(["FTP", "SFTP"] as const)("by %s", (client) => {
  beforeAll(() => connect(client));

  test("the whole feed replaces the one before, and the log says so without the password", async () => {
    const jobId = await transferOver("sku\nold");
    expect(await newest()).toMatchObject({
      fileName: jobId,
      status: "Completed",
      progress: 100,
      heldBack: null,
    });
    const feed = (await readReceived(priceSpider)) ?? "";
    expect(feed.split("\r\n")).toHaveLength(41);
    expect(feed).toMatch(/^sku,title,price,url\r\nSAW-0,Saw 0,/);
    expect(await receivedNames()).toEqual(["pricespider.csv"]);
    const lines = await linesOf(jobId);
    expect(lines).toEqual(
      expect.arrayContaining([
        expect.stringMatching(/^pricespider\.csv: [\d,]+ bytes, 40 rows\.$/),
        expect.stringMatching(/^The server's key is SHA256:/),
        expect.stringMatching(/^Renamed to pricespider\.csv\./),
      ]),
    );
    expect(lines.join("\n")).not.toContain(settingsFor(priceSpider, client).priceSpiderPassword);
    expect(await calls().read()).toMatchObject({
      serverKey: expect.stringMatching(/^SHA256:/),
      newServerKey: null,
    });
  });

  test.each(["login", "upload", "rename"] as const)("a process that stops at the %s is continued", (step) =>
    stopAt((stop) => void priceSpider.receiver.events.once(step, stop)),
  );

  test.each([
    [{ uploadLoginRefused: 1 }, "doesn't accept the password of backroom-demo"],
    [{ uploadDiskFull: 1 }, `PriceSpider's ${client} server`],
  ])("with the fault %j, the last feed stays and the reason is named", failWith);

  test("a folder that doesn't exist is named, with the setting to correct", async () => {
    await calls().update({ uploadDir: "/nowhere" });
    await transferOver("sku\nold");
    expect(await newest()).toMatchObject({
      status: "Failed",
      reason: expect.stringMatching(
        new RegExp(`^PriceSpider's ${client} server .*folder /nowhere.*Upload Directory`),
      ),
    });
    await calls().update({ uploadDir: "/incoming" });
  });

  test("without a folder, the feed is in that of the user", async () => {
    await calls().update({ uploadDir: "" });
    const { jobId } = await calls().transfer();
    await runTransfer(jobId);
    await calls().update({ uploadDir: "/incoming" });
    expect(await jobRows(jobId)).toMatchObject([
      { state: "done", message: expect.stringMatching(/ bytes, is in the user's folder\.$/) },
    ]);
  });
});

test("a process that stops at the feed is continued", async () => {
  await connect("SFTP");
  const { of } = faults();
  const watchFeed = (stop: () => void) => {
    faults().of = (...input) => {
      stop();
      return of.apply(faults(), input);
    };
  };
  await stopAt(watchFeed, () => {
    faults().of = of;
  });
});

test.each([
  [{ feedServerError: 1 }, "The feed's server answered 503 (Service Unavailable)."],
  [{ feedCutOff: 1 }, "couldn't be downloaded as a whole"],
  [{ feedMissing: 1 }, "is empty"],
])("with the fault %j, the last feed stays and the reason is named", failWith);

test("a much smaller feed waits for a confirmation, which is for about this size", async () => {
  await transferOver("sku\nold");
  faults().set(DEMO, { feedMissing: 0.8 });
  const jobId = await transferOver("sku\nold");
  expect(await newest()).toMatchObject({
    status: "Failed",
    reason: expect.stringContaining("less than half"),
    heldBack: { bytes: expect.any(Number), lastBytes: expect.any(Number) },
  });
  expect(await readReceived(priceSpider)).toBe("sku\nold");
  faults().set(DEMO, { feedMissing: 0.95 });
  await calls().retry({ f: jobId, confirm: true });
  await runTransfer(jobId);
  expect(await newest()).toMatchObject({ status: "Failed" });
  faults().set(DEMO, { feedMissing: 0.8 });
  await calls().retry({ f: jobId, confirm: true });
  await runTransfer(jobId);
  expect(await newest()).toMatchObject({ status: "Completed", heldBack: null });
  expect((await readReceived(priceSpider))?.split("\r\n")).toHaveLength(9);
  await expect(calls().retry({ f: jobId })).rejects.toMatchObject({ status: 409 });
  faults().reset(DEMO);
  await transferOver("sku\nold");
});

test("a changed key stops the transfer until an administrator accepts it", async () => {
  await connect("SFTP");
  await transferOver("sku\nold");
  const { serverKey: before } = await calls().read();
  await priceSpider.receiver.changeKey();
  const logins: string[] = [];
  const onLogin = (user: string) => void logins.push(user);
  priceSpider.receiver.events.on("login", onLogin);
  const jobId = await transferOver("sku\nold");
  expect(await newest()).toMatchObject({ status: "Failed", reason: expect.stringContaining("has changed") });
  expect(logins).toEqual([]);
  priceSpider.receiver.events.off("login", onLogin);
  const { serverKey, newServerKey } = await calls().read();
  expect(serverKey).toBe(before);
  expect(newServerKey).toMatch(/^SHA256:/);
  await expect(calls().acceptKey({ key: before ?? "" })).rejects.toMatchObject({ status: 409 });
  await calls().acceptKey({ key: newServerKey ?? "" });
  expect(await calls().read()).toMatchObject({ serverKey: newServerKey, newServerKey: null });
  await calls().retry({ f: jobId });
  await runTransfer(jobId);
  expect(await newest()).toMatchObject({ status: "Completed", reason: null });
});

test("a transfer that Jobs retries after a newer one has started sends nothing", async () => {
  await connect("SFTP");
  faults().set(DEMO, { uploadDiskFull: 1 });
  const jobId = await transferOver("sku\nold");
  faults().reset(DEMO);
  await transferOver("sku\nold");
  await writeFile(await receivedPath(priceSpider, "pricespider.csv"), "sku\nnewer");
  const { retryFailedItems } = await import("~/platform/jobs/control-job.server");
  await inShop((tx) => retryFailedItems(tx, DEMO, jobId));
  await runTransfer(jobId);
  expect(await readReceived(priceSpider)).toBe("sku\nnewer");
  const retried = (await calls().logs()).list.find(({ fileName }) => fileName === jobId);
  expect(retried).toMatchObject({
    status: "Failed",
    reason: expect.stringContaining("newer transfer has started"),
  });
});

test("a retry waits for a transfer that is being started, and is then refused", async () => {
  await connect("SFTP");
  faults().set(DEMO, { uploadDiskFull: 1 });
  const f = await transferOver("sku\nold");
  faults().reset(DEMO);
  const { startSync } = await import("~/core/syncs/define-sync.server");
  const { transfer } = await import("~/functions/priceSpider/transfer/transfer.server");
  let retry: Promise<unknown> = Promise.resolve();
  const jobId = await inShop(async (tx) => {
    const step = { label: "Transfer the feed", input: {} };
    const id = await startSync(tx, DEMO, transfer, { id: "1", name: "Ann" }, [step]);
    retry = calls().retry({ f });
    await Promise.race([retry.catch(() => {}), untilWaiting("advisory")]);
    return id;
  });
  await expect(retry).rejects.toMatchObject({
    status: 409,
    message: expect.stringContaining("newer transfer has started"),
  });
  await runTransfer(jobId);
});

test("the key of a server isn't stored for the one that the settings name since", async () => {
  await calls().update({ priceSpiderHost: "" });
  await connect("SFTP");
  const { jobId } = await calls().transfer();
  const { changeStored } = await import("~/functions/priceSpider/stored-settings.server");
  let sync: Promise<void> = Promise.resolve();
  await inShop(async (tx) => {
    await changeStored(tx, DEMO, { by: "1", at: new Date() }, (stored) => ({
      ...stored,
      settings: { ...stored.settings, priceSpiderHost: "other.example" },
    }));
    // It has read the settings, and waits with the key.
    sync = runTransfer(jobId);
    await untilWaiting("transactionid");
  });
  await sync;
  expect(await newest()).toMatchObject({ fileName: jobId, status: "Completed" });
  expect(await calls().read()).toMatchObject({
    settings: { priceSpiderHost: "other.example" },
    serverKey: null,
    newServerKey: null,
  });
});

test("one transfer runs at a time, and one that was turned off since doesn't run", async () => {
  await connect("SFTP");
  const { jobId } = await calls().transfer();
  await expect(calls().transfer()).rejects.toMatchObject({
    status: 409,
    message: expect.stringContaining("hasn't ended yet"),
  });
  await calls().update({ enable: false });
  await runTransfer(jobId);
  expect(await newest()).toMatchObject({ status: "Failed", reason: expect.stringContaining("turned off") });
  await expect(calls().retry({ f: jobId })).rejects.toMatchObject({ status: 409 });
  await calls().update({ enable: true });
  await expect(calls().retry({ f: jobId, confirm: true })).rejects.toMatchObject({
    status: 409,
    message: expect.stringContaining("wasn't held back"),
  });
});
