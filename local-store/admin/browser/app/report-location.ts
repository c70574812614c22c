import type { NavigationItem } from "../messages.ts";
import { sendToAdmin } from "./connection.ts";

/** Parameters that Shopify adds to the frame's URL. The admin page's URL never contains them. */
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
  "returned_at",
];

/** Reports the app's location, title, and navigation to the admin page, now and after every change. */
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
  sendToAdmin({ type: "location", path: location.pathname + query + location.hash });
}

let lastReport = "";

function reportDocument(): void {
  const menu = document.querySelector("ui-nav-menu, s-app-nav");
  const items = menu ? navigationItems(menu) : [];
  const report = JSON.stringify([document.title, items]);
  if (report === lastReport) return;
  lastReport = report;
  sendToAdmin({ type: "title", title: document.title });
  if (menu) sendToAdmin({ type: "navigation", items });
}

/** The menu's links without `rel="home"`, which Shopify's menu shows as the app's name. */
function navigationItems(menu: Element): NavigationItem[] {
  return [...menu.querySelectorAll("a, s-link")]
    .filter((link) => link.getAttribute("rel") !== "home")
    .map((link) => ({ label: link.textContent?.trim() ?? "", href: link.getAttribute("href") ?? "/" }));
}
