/**
 * A stand-in for https://cdn.shopify.com/shopifycloud/app-bridge.js, so far as Backroom uses it.
 * Source of its behaviour: https://shopify.dev/docs/api/app-home (the APIs and the web components).
 */

import { openAdminPagesLocally } from "./app/admin-links.ts";
import { patchFetch } from "./app/authenticated-fetch.ts";
import { readConfig } from "./app/configuration.ts";
import { connectToAdmin, tellAdmin } from "./app/connection.ts";
import { defineElements } from "./app/elements.ts";
import { idToken } from "./app/id-token.ts";
import { reportLocation } from "./app/location.ts";
import { modal } from "./app/modal.ts";
import { reloadWithToken } from "./app/reload.ts";
import { saveBar, watchSaveBarForms } from "./app/save-bar.ts";
import { toast } from "./app/toast.ts";

interface LocalWindow {
  shopify?: object;
  __localAppBridge?: { stop: () => void };
}

/**
 * The page after the token bounce is written into the same window with document.write, which drops every listener but keeps
 * the patched functions: those are patched once, the listeners are attached each time that the script runs.
 */
function start(script: HTMLScriptElement): void {
  const page = window as unknown as LocalWindow;
  const firstTime = page.__localAppBridge === undefined;
  page.__localAppBridge?.stop();
  const listeners = new AbortController();
  page.__localAppBridge = { stop: () => listeners.abort() };

  const config = readConfig(script);
  const adminOrigin = new URL(script.src).origin;
  connectToAdmin(adminOrigin, listeners.signal);
  const reload = new URLSearchParams(location.search).get("shopify-reload");
  if (firstTime) {
    patchFetch();
    openAdminPagesLocally(adminOrigin);
    defineElements();
  }
  page.shopify = {
    config,
    origin: adminOrigin,
    ready: Promise.resolve(),
    environment: { mobile: false, embedded: window.parent !== window, intent: false, pos: false },
    idToken: () => idToken({ fresh: true }),
    loading: (on = true) => tellAdmin({ type: "loading", on }),
    toast,
    saveBar,
    modal,
  };
  if (reload) {
    void reloadWithToken(reload);
    return;
  }
  reportLocation(listeners.signal, firstTime);
  watchSaveBarForms(listeners.signal);
}

if (document.currentScript instanceof HTMLScriptElement) start(document.currentScript);
