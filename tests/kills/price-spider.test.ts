/** A transfer whose worker is killed (-9) during the upload: another worker finishes it, and PriceSpider sees only whole feeds. */
import { once } from "node:events";
import { writeFile } from "node:fs/promises";
import { afterAll, beforeAll, expect, onTestFinished, test } from "vitest";
import { listReceived } from "../../local-store/pricespider/accounts.ts";
import { startWorkerProcess } from "../guarantees/support/worker-process.ts";
import {
  demoShop,
  openPriceSpiderShop,
  type PriceSpiderShop,
  readReceived,
  receivedPath,
  runTransfer,
  settingsFor,
} from "../integration/priceSpider/support.ts";
import { withMachineFactor } from "../support/machine-factor.ts";

let priceSpider: PriceSpiderShop;

beforeAll(async () => {
  priceSpider = await openPriceSpiderShop("price_spider_killed");
  await priceSpider.ann.priceSpider.update(settingsFor(priceSpider, "SFTP"));
});
afterAll(() => priceSpider.close());

test("the feed arrives, and nothing of the first upload is left", {
  timeout: withMachineFactor(120_000),
}, async () => {
  const { ann, receiver, shop } = priceSpider;
  const newest = async () => (await ann.priceSpider.logs()).list[0];
  await writeFile(await receivedPath(priceSpider, "pricespider.csv"), "sku\nold");
  const killed = await startWorkerProcess();
  onTestFinished(() => void killed.kill("SIGKILL"));
  const exited = once(killed, "exit");
  receiver.events.once("upload", () => void killed.kill("SIGKILL"));
  const { jobId } = await ann.priceSpider.transfer();
  await exited;
  expect(await newest()).toMatchObject({ fileName: jobId, status: "Running" });
  expect(await readReceived(priceSpider)).toBe("sku\nold");
  const files = () => listReceived(shop.localStore.store, demoShop());
  await expect.poll(async () => (await files()).length).toBe(2);

  // PostgreSQL releases the lock of the dead process when it notices.
  const runAgain = () => runTransfer(jobId).then(() => newest());
  await expect
    .poll(runAgain, { timeout: withMachineFactor(60_000) })
    .toMatchObject({ fileName: jobId, status: "Completed" });
  expect((await files()).map(({ name }) => name)).toEqual(["pricespider.csv"]);
  expect((await readReceived(priceSpider))?.split("\r\n")).toHaveLength(41);
});
