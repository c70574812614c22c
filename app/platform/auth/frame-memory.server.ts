import { createCookie, redirect } from "@remix-run/node";

/** A session cookie, partitioned per admin. It grants no access: only the session token identifies a person. */
const frame = createCookie("adminFrame", {
  path: "/",
  httpOnly: true,
  secure: true,
  sameSite: "none",
  partitioned: true,
});

/** Stores the shop and host parameters of the URL with which Shopify opens the app. */
export async function rememberFrame(request: Request): Promise<HeadersInit> {
  const { searchParams } = new URL(request.url);
  const [shop, host] = [searchParams.get("shop"), searchParams.get("host")];
  return shop && host ? { "Set-Cookie": await frame.serialize({ shop, host }) } : {};
}

/**
 * Adds the stored shop and host when only the iframe is reloaded ("Try again", a new version of the app). The URL then lacks
 * Shopify's parameters, and Shopify's authentication would treat the request as one from outside the admin.
 * @throws a redirect to the same page inside the admin
 */
export async function returnIntoFrame(request: Request): Promise<void> {
  const url = new URL(request.url);
  const isPageInFrame = request.method === "GET" && request.headers.get("sec-fetch-dest") === "iframe";
  if (!isPageInFrame || url.searchParams.has("shop")) return;
  const stored: unknown = await frame.parse(request.headers.get("cookie"));
  const { shop, host } = (stored ?? {}) as { shop?: unknown; host?: unknown };
  if (typeof shop !== "string" || typeof host !== "string") return;
  for (const [name, value] of Object.entries({ embedded: "1", shop, host }))
    url.searchParams.set(name, value);
  // A single slash: two would redirect to another host.
  throw redirect(url.pathname.replace(/^\/+/, "/") + url.search);
}
