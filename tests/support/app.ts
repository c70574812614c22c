import { application } from "../../local-store/config.ts";

// The app's modules read these when they are loaded. A test that opens a shop of its own has set them before.
process.env.SHOPIFY_API_KEY ??= application.apiKey;
process.env.SHOPIFY_API_SECRET ??= application.apiSecret;
process.env.SHOPIFY_APP_URL ??= "http://localhost:3000";

/** The application with all its modules, also for tests that have no shop. */
export const { app } = await import("~/app.server");
export const { modules } = await import("~/modules.server");

/** Every menu entry, in the order of the menu. */
export const { functions } = app.declarations;
