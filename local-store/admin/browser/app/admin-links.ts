import { sendToAdmin } from "./connection.ts";

/** Redirects `open("https://admin.shopify.com/…")`, `open("shopify://admin/…")`, and such links to the local store's admin. */
export function redirectAdminLinks(adminOrigin: string): void {
  const originalOpen = window.open;
  window.open = (url, target, features) => {
    const address = localAddress(String(url ?? ""), adminOrigin);
    const leavesFrame = target === "_top" || target === "_parent";
    if (!leavesFrame) return originalOpen.call(window, address, target, features);
    sendToAdmin({ type: "open", url: new URL(address, location.href).href });
    return null;
  };
  // document.write removes listeners of the window and the document, so they are added again after document.close. Links are
  // rewritten when the pointer or the keyboard reaches them.
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
