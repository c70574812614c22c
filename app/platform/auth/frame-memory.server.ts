import { createCookie, redirect } from "@remix-run/node";

/** Until the browser closes, and for this admin alone; it grants nothing: who somebody is says the session token only. */
const frame = createCookie("adminFrame", {
  path: "/",
  httpOnly: true,
  secure: true,
  sameSite: "none",
  partitioned: true,
});

/** Remembers in which shop's admin the app stands, from the address with which Shopify opens it. */
export async function rememberFrame(request: Request): Promise<HeadersInit> {
  const { searchParams } = new URL(request.url);
  const [shop, host] = [searchParams.get("shop"), searchParams.get("host")];
  return shop && host ? { "Set-Cookie": await frame.serialize({ shop, host }) } : {};
}

/**
 * The frame alone is loaded again (a reload, "Try again", a new version of the app): its address has lost what Shopify added
 * to it, and Shopify's authentication would take that for a visit from nowhere. It is given back.
 * @throws a redirect to the same page inside the admin
 */
export async function returnIntoFrame(request: Request): Promise<void> {
  const url = new URL(request.url);
  const isPageInFrame = request.method === "GET" && request.headers.get("sec-fetch-dest") === "iframe";
  if (!isPageInFrame || url.searchParams.has("shop")) return;
  const known: unknown = await frame.parse(request.headers.get("cookie"));
  const { shop, host } = (known ?? {}) as { shop?: unknown; host?: unknown };
  if (typeof shop !== "string" || typeof host !== "string") return;
  for (const [name, value] of Object.entries({ embedded: "1", shop, host }))
    url.searchParams.set(name, value);
  // One slash: two would name another host.
  throw redirect(url.pathname.replace(/^\/+/, "/") + url.search);
}
