/**
 * The environment of the app's modules in this process, beside a local store: as `npm start` sets it for the app's processes.
 * Import this before any module of the app, because some read the environment when they load. The bridge keeps the
 * address that it is loaded with, so every local store of this process listens on the same port.
 */
import { application } from "../../local-store/config.ts";
import { freePort } from "../../server/process/ports.ts";

export const localStorePort = await freePort();
Object.assign(process.env, {
  SHOPIFY_API_KEY: application.apiKey,
  SHOPIFY_API_SECRET: application.apiSecret,
  SHOPIFY_APP_URL: "http://localhost:3000",
  LOCAL_STORE_URL: `http://localhost:${localStorePort}`,
});
await import("../../local-store/bridge/register.ts");
