/**
 * Runs the local store as its own process, started by `npm start`, `npm run dev` and the end-to-end tests.
 * Fills the store with the demo data that BACKROOM_FILL_DEMO names (its first run).
 */
import { type DemoContent, fillDemo } from "../../local-store/demo/fill-demo.ts";
import { startLocalStore } from "../../local-store/main.ts";
import { announceReady, onShutdown } from "./lifetime.ts";

const {
  LOCAL_STORE_PORT,
  LOCAL_STORE_DATABASE_URL,
  SHOPIFY_APP_URL,
  SHOPIFY_API_SECRET,
  BACKROOM_FILL_DEMO,
  BACKROOM_HISTORY_SHARE,
} = process.env;
if (!LOCAL_STORE_DATABASE_URL || !SHOPIFY_APP_URL)
  throw new Error("The local store needs LOCAL_STORE_DATABASE_URL and SHOPIFY_APP_URL.");

/** About the delay of Shopify's search index. */
const INDEX_LAG_MS = 2_000;

const store = await startLocalStore({
  port: Number(LOCAL_STORE_PORT),
  databaseUrl: LOCAL_STORE_DATABASE_URL,
  appUrl: SHOPIFY_APP_URL,
  apiSecret: SHOPIFY_API_SECRET,
  indexLagMs: INDEX_LAG_MS,
  startsReceiver: true,
});
onShutdown("local store", () => store.close());
if (BACKROOM_FILL_DEMO)
  await fillDemo(store, BACKROOM_FILL_DEMO as DemoContent, Number(BACKROOM_HISTORY_SHARE));
announceReady();
