import { createCookie } from "@remix-run/node";

const A_YEAR_IN_SECONDS = 365 * 24 * 60 * 60;

/**
 * Which tab a page opens with: the URL's, else the one remembered in the page's cookie (`studentTab` …), else the first.
 * The cookie is partitioned: the only kind that a browser keeps inside another site's iframe.
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
  const named = tabs.find((tab) => tab === new URL(request.url).searchParams.get("tab"));
  if (named) return { tab: named, headers: { "Set-Cookie": await cookie.serialize(named) } };
  const remembered: unknown = await cookie.parse(request.headers.get("Cookie"));
  return { tab: tabs.find((tab) => tab === remembered) ?? tabs[0], headers: {} };
}
