import { createCookie } from "@remix-run/node";

const A_YEAR_IN_SECONDS = 365 * 24 * 60 * 60;

/** How many screens may share a cookie: two use `partnerTab`. */
const SCREENS_PER_COOKIE = 4;

/**
 * Chooses the tab that a page opens with: the URL's, or the one in the page's cookie (`studentTab` …), or the first. The cookie is
 * partitioned, because browsers accept no other kind in another site's iframe. Screens that share a cookie keep each other's tabs.
 * @returns the tab, and the headers that store it when the URL named it
 */
export async function rememberTab<Tab extends string>(
  request: Request,
  cookieName: string,
  tabs: readonly [Tab, ...Tab[]],
): Promise<{ tab: Tab; headers: HeadersInit }> {
  const cookie = createCookie(cookieName, {
    path: "/",
    sameSite: "none",
    secure: true,
    partitioned: true,
    maxAge: A_YEAR_IN_SECONDS,
  });
  const stored: unknown = await cookie.parse(request.headers.get("Cookie"));
  const remembered = [stored].flat().filter((tab) => typeof tab === "string");
  const named = tabs.find((tab) => tab === new URL(request.url).searchParams.get("tab"));
  if (!named) return { tab: tabs.find((tab) => remembered.includes(tab)) ?? tabs[0], headers: {} };
  const otherScreensTabs = remembered.filter((tab) => !(tabs as readonly string[]).includes(tab));
  const value =
    otherScreensTabs.length > 0 ? [named, ...otherScreensTabs].slice(0, SCREENS_PER_COOKIE) : named;
  return { tab: named, headers: { "Set-Cookie": await cookie.serialize(value) } };
}
