import { backroom } from "./backroom.ts";
import { sessionToken } from "./store-shop.ts";
import { DEMO } from "./test-shop.ts";

/** Shopify's library answers unknown programs with 410. */
const BROWSER = "Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 Chrome/140.0 Safari/537.36";

/**
 * A page of the app in the demo shop as its server renders it for the admin's frame, after redirects, without a browser.
 * @param path such as `/students`
 */
export async function pageHtml(path: string, administrator: string): Promise<string> {
  const page = new URL(path, backroom().appUrl);
  const host = Buffer.from("admin.shopify.com/store/backroom-demo").toString("base64url");
  const token = await sessionToken(administrator);
  for (const [name, value] of Object.entries({ embedded: "1", shop: DEMO, host, id_token: token }))
    page.searchParams.set(name, value);
  const response = await fetch(page, { headers: { "user-agent": BROWSER, accept: "text/html" } });
  const html = await response.text();
  return html.replaceAll("&#x27;", "'").replaceAll("&quot;", '"').replaceAll("&amp;", "&");
}
