import type { NavigationItem } from "../messages.ts";
import { tellAdmin } from "./connection.ts";

/** Parameters that Shopify adds to the frame's address; they never belong to the address of the admin page. */
const FRAME_PARAMETERS = [
  "embedded",
  "shop",
  "host",
  "locale",
  "session",
  "timestamp",
  "id_token",
  "hmac",
  "protocol",
  "appLoadId",
  "shopify-reload",
];

/** Tells the admin page where the app is, its title and its navigation, now and after every change. */
export function reportLocation(signal: AbortSignal, patchHistory: boolean): void {
  if (patchHistory) {
    for (const method of ["pushState", "replaceState"] as const) {
      const original = history[method];
      history[method] = function patched(this: History, ...args: Parameters<History["pushState"]>) {
        original.apply(this, args);
        queueMicrotask(reportPath);
      };
    }
  }
  window.addEventListener("popstate", reportPath, { signal });
  const observer = new MutationObserver(reportDocument);
  observer.observe(document, {
    subtree: true,
    childList: true,
    characterData: true,
    attributes: true,
    attributeFilter: ["href"],
  });
  signal.addEventListener("abort", () => observer.disconnect());
  reportPath();
  reportDocument();
}

function reportPath(): void {
  const search = new URLSearchParams(location.search);
  for (const name of FRAME_PARAMETERS) search.delete(name);
  const query = search.size > 0 ? `?${search}` : "";
  tellAdmin({ type: "location", path: location.pathname + query + location.hash });
}

let lastReport = "";

function reportDocument(): void {
  const menu = document.querySelector("ui-nav-menu, s-app-nav");
  const items = menu ? navigationItems(menu) : [];
  const report = JSON.stringify([document.title, items]);
  if (report === lastReport) return;
  lastReport = report;
  tellAdmin({ type: "title", title: document.title });
  if (menu) tellAdmin({ type: "navigation", items });
}

/** The menu's links but the one marked `rel="home"`: that one is the app's own name in Shopify's menu. */
function navigationItems(menu: Element): NavigationItem[] {
  return [...menu.querySelectorAll("a, s-link")]
    .filter((link) => link.getAttribute("rel") !== "home")
    .map((link) => ({ label: link.textContent?.trim() ?? "", href: link.getAttribute("href") ?? "/" }));
}
