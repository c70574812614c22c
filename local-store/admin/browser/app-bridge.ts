/**
 * A stand-in for https://cdn.shopify.com/shopifycloud/app-bridge.js with the features that Backroom uses.
 * Reference: https://shopify.dev/docs/api/app-home (APIs and web components).
 */

import { redirectAdminLinks } from "./app/admin-links.ts";
import { readConfig } from "./app/app-bridge-config.ts";
import { patchFetch } from "./app/authenticated-fetch.ts";
import { connectToAdmin, sendToAdmin } from "./app/connection.ts";
import { defineElements } from "./app/elements.ts";
import { idToken } from "./app/id-token.ts";
import { modal } from "./app/modal.ts";
import { reloadWithToken } from "./app/reload-with-token.ts";
import { reportLocation } from "./app/report-location.ts";
import { saveBar, watchSaveBarForms } from "./app/save-bar.ts";
import { toast } from "./app/toast.ts";

interface LocalWindow {
  shopify?: object;
  __localAppBridge?: { stop: () => void };
}

/**
 * After the token bounce, document.write replaces the page in the same window. That removes event listeners but keeps patched
 * functions, so functions are patched once, and listeners are added on every run.
 */
function start(script: HTMLScriptElement): void {
  const page = window as unknown as LocalWindow;
  const isFirstRun = page.__localAppBridge === undefined;
  page.__localAppBridge?.stop();
  const listeners = new AbortController();
  page.__localAppBridge = { stop: () => listeners.abort() };

  const config = readConfig(script);
  const adminOrigin = new URL(script.src).origin;
  connectToAdmin(adminOrigin, listeners.signal);
  const reload = new URLSearchParams(location.search).get("shopify-reload");
  if (isFirstRun) {
    patchFetch();
    redirectAdminLinks(adminOrigin);
    defineElements();
  }
  page.shopify = {
    config,
    origin: adminOrigin,
    ready: Promise.resolve(),
    environment: { mobile: false, embedded: window.parent !== window, intent: false, pos: false },
    idToken: () => idToken({ fresh: true }),
    loading: (on = true) => sendToAdmin({ type: "loading", on }),
    toast,
    saveBar,
    modal,
  };
  if (reload) {
    void reloadWithToken(reload);
    return;
  }
  reportLocation(listeners.signal, isFirstRun);
  watchSaveBarForms(listeners.signal);
}

if (document.currentScript instanceof HTMLScriptElement) start(document.currentScript);
