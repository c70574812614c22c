import { readFile } from "node:fs/promises";
import path from "node:path";
import { shopByDomain } from "../../../local-store/config.ts";
import { accountFolder, UPLOAD_DIR, uploadPassword } from "../../../local-store/pricespider/accounts.ts";
import { feedPath } from "../../../local-store/pricespider/feed.ts";
import { type Receiver, startReceiver } from "../../../local-store/pricespider/receiver.ts";
import { signedInCalls } from "../../support/calls.ts";
import { DEMO, openTestShop, type TestShop } from "../../support/test-shop.ts";
import { addProduct } from "../products/support.ts";

export type Client = "FTP" | "SFTP";

/** A shop with products in its feed, and PriceSpider's servers. */
export interface PriceSpiderShop {
  shop: TestShop;
  ann: Awaited<ReturnType<typeof signedInCalls>>;
  receiver: Receiver;
  close(): Promise<void>;
}

const PRODUCTS = 40;

export async function openPriceSpiderShop(name: string): Promise<PriceSpiderShop> {
  const shop = await openTestShop(name);
  const { store } = shop.localStore;
  const receiver = await startReceiver(store, { ftpPort: 0, sftpPort: 0, host: "127.0.0.1" });
  for (let n = 0; n < PRODUCTS; n += 1)
    await addProduct(shop.localStore, {
      handle: `saw-${n}`,
      title: `Saw ${n}`,
      variants: [{ sku: `SAW-${n}` }],
    });
  return {
    shop,
    ann: await signedInCalls(shop),
    receiver,
    async close() {
      await receiver.close();
      await shop.close();
    },
  };
}

/** The demo shop of the local store. */
export function demoShop() {
  const demo = shopByDomain(DEMO);
  if (!demo) throw new Error("The local store has no demo shop.");
  return demo;
}

/** All settings of the demo shop for one of the servers. */
export const settingsFor = ({ shop, receiver }: PriceSpiderShop, client: Client) => ({
  wyomindProductFeedsUrl: shop.localStore.url + feedPath(demoShop()),
  priceSpiderHost: "localhost",
  priceSpiderPort: String(client === "FTP" ? receiver.ftpPort : receiver.sftpPort),
  priceSpiderUser: demoShop().handle,
  priceSpiderPassword: uploadPassword(demoShop().handle),
  uploadDir: UPLOAD_DIR,
  enable: true,
  ftpClient: client,
});

/** The path of a file in the folder for uploads. */
export const receivedPath = async ({ shop }: PriceSpiderShop, name: string): Promise<string> =>
  path.join(await accountFolder(shop.localStore.store, demoShop()), UPLOAD_DIR, name);

/** PriceSpider's file with this name, or undefined. */
export const readReceived = async (
  priceSpider: PriceSpiderShop,
  name = "pricespider.csv",
): Promise<string | undefined> =>
  readFile(await receivedPath(priceSpider, name), "utf8").catch(() => undefined);

/** Runs a transfer as the worker would. */
export async function runTransfer(jobId: string, signal = new AbortController().signal): Promise<void> {
  const [{ runJob }, { transfer }] = await Promise.all([
    import("~/platform/jobs/run-job.server"),
    import("~/functions/priceSpider/transfer/transfer.server"),
  ]);
  await runJob(DEMO, jobId, new Map([[transfer.name, transfer.job]]), signal);
}
