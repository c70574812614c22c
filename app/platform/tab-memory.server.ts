import { createCookie } from "@remix-run/node";

const A_YEAR_IN_SECONDS = 365 * 24 * 60 * 60;

/** So many screens may share one cookie's name; the specification gives `partnerTab` to two. */
const SCREENS_PER_COOKIE = 4;

/**
 * Which tab a page opens with: the URL's, else the one remembered in the page's cookie (`studentTab` …), else the first.
 * The cookie is partitioned: the only kind that a browser keeps inside another site's iframe. Screens that share a cookie, and
 * call their tabs differently, keep what the others remember there.
 * @returns the tab, and the headers that remember it when the URL named it
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
  const kept: unknown = await cookie.parse(request.headers.get("Cookie"));
  const remembered = [kept].flat().filter((tab) => typeof tab === "string");
  const named = tabs.find((tab) => tab === new URL(request.url).searchParams.get("tab"));
  if (!named) return { tab: tabs.find((tab) => remembered.includes(tab)) ?? tabs[0], headers: {} };
  const ofOthers = remembered.filter((tab) => !(tabs as readonly string[]).includes(tab));
  const value = ofOthers.length > 0 ? [named, ...ofOthers].slice(0, SCREENS_PER_COOKIE) : named;
  return { tab: named, headers: { "Set-Cookie": await cookie.serialize(value) } };
}
