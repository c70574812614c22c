import { tellAdmin } from "./connection.ts";

/** Sends `open("https://admin.shopify.com/…")`, `open("shopify://admin/…")` and links to them to this store's own admin pages. */
export function openAdminPagesLocally(adminOrigin: string): void {
  const originalOpen = window.open;
  window.open = (url, target, features) => {
    const address = localAddress(String(url ?? ""), adminOrigin);
    const leavesFrame = target === "_top" || target === "_parent";
    if (!leavesFrame) return originalOpen.call(window, address, target, features);
    tellAdmin({ type: "open", url: new URL(address, location.href).href });
    return null;
  };
  // The capture phase of the window survives document.write in no browser, but the root of the document does not either:
  // links are rewritten when the pointer or the keyboard reaches them.
  const rewrite = (event: Event) => {
    const link = event.target instanceof Element ? event.target.closest("a[href]") : null;
    const href = link?.getAttribute("href") ?? "";
    const local = localAddress(href, adminOrigin);
    if (local !== href) link?.setAttribute("href", local);
  };
  const listen = () => {
    document.addEventListener("pointerdown", rewrite, true);
    document.addEventListener("focusin", rewrite, true);
  };
  listen();
  const originalClose = document.close;
  document.close = function close() {
    originalClose.call(document);
    listen();
  };
}

function localAddress(url: string, adminOrigin: string): string {
  const shopHandle = new URLSearchParams(location.search).get("shop")?.replace(".myshopify.com", "");
  return url
    .replace(/^https:\/\/admin\.shopify\.com(?=\/|$)/, adminOrigin)
    .replace(/^shopify:\/*admin\//i, `${adminOrigin}/store/${shopHandle ?? ""}/`);
}
