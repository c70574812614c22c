/**
 * `npm run dev`: Backroom with hot reload. With the local store, unless `shopify app dev` runs it (then SHOPIFY_API_KEY is the
 * real app's, Shopify is the store, and only the database is local, or DATABASE_URL's).
 */
import fs from "node:fs";
import { application } from "../local-store/config.ts";
import { startLocalMachine } from "./local-machine.ts";
import { runInTerminal, say } from "./process/terminal.ts";
import { startForShopifyCli } from "./shopify-cli.ts";

const { SHOPIFY_API_KEY } = process.env;
const besideShopify = SHOPIFY_API_KEY !== undefined && SHOPIFY_API_KEY !== application.apiKey;
const machine = await runInTerminal((canceled) =>
  besideShopify ? startForShopifyCli(say, canceled) : startLocalMachine("development", say, canceled),
);
if (machine) {
  const { localStoreUrl, appUrl, processes } = machine.stack;
  say(
    localStoreUrl
      ? `\nOpen ${localStoreUrl}/store/backroom-demo/apps/backroom`
      : `\nThe app listens on ${appUrl}.`,
  );
  restartOnChange(() => processes.worker?.restart());
}

/** Pages reload through Vite. The worker is a plain process and restarts when server code changes. */
function restartOnChange(restart: () => Promise<void> | undefined) {
  let pending: NodeJS.Timeout | undefined;
  fs.watch("app", { recursive: true }, (_event, file) => {
    if (!file?.endsWith(".ts")) return;
    clearTimeout(pending);
    pending = setTimeout(() => void restart(), 300);
  });
}
