import { useLocation } from "@remix-run/react";
import { createContext, type ReactNode, useContext } from "react";

/** What every page may know about where it runs: the shop and the person who is signed in. */
export interface Frame {
  shop: { domain: string; name: string; timeZone: string; currency: string };
  administrator: { id: string; name: string; isOwner: boolean };
  menu?: readonly MenuPage[];
}

/** A page of the menu. */
export interface MenuPage {
  path: string;
  menuName: string;
  /** The page's own title, where it is another one. */
  title?: string;
  description: string;
  /** The pages that it leads to. */
  further?: readonly { path: string; title: string }[];
  /** What its pages can begin: "Create an event". */
  actions?: readonly { path: string; title: string }[];
}

const FrameContext = createContext<Frame | null>(null);

/** Makes the frame readable below; the shell renders it once. */
export function FrameProvider({ frame, children }: { frame: Frame; children: ReactNode }) {
  return <FrameContext.Provider value={frame}>{children}</FrameContext.Provider>;
}

/**
 * The shop and the administrator of this page.
 * @throws when it is used outside the shell: a programming error.
 */
export function useFrame(): Frame {
  const frame = useContext(FrameContext);
  if (!frame) throw new Error("useFrame is used outside the shell.");
  return frame;
}

/**
 * The menu's name of this page, where the page has another title: a page is found again by either. Undefined where the two agree, and on a
 * page without a menu entry.
 */
export function useMenuName(title: string): string | undefined {
  const { pathname } = useLocation();
  const menuName = useContext(FrameContext)?.menu?.find(({ path }) => path === pathname)?.menuName;
  if (menuName === undefined) return undefined;
  const [one, other] = [menuName.toLowerCase(), title.toLowerCase()];
  return one.includes(other) || other.includes(one) ? undefined : menuName;
}

const TimeZoneContext = createContext<string | null>(null);

/** Shows all times of a screen in one zone that is not the shop's. The screen has to name the zone. */
export function TimeZoneProvider({ timeZone, children }: { timeZone: string; children: ReactNode }) {
  return <TimeZoneContext.Provider value={timeZone}>{children}</TimeZoneContext.Provider>;
}

/** The screen's time zone (an IANA name): the shop's unless a provider sets another. UTC outside the shell, so that a date can be shown anywhere. */
export function useTimeZone(): string {
  const shopTimeZone = useShopTimeZone();
  return useContext(TimeZoneContext) ?? shopTimeZone;
}

/** What people call a time zone: "UTC", "New York". */
export const nameOfTimeZone = (timeZone: string): string =>
  timeZone.slice(timeZone.lastIndexOf("/") + 1).replaceAll("_", " ");

/** The shop's time zone, whose name isn't shown beside times. */
export const useShopTimeZone = (): string => useContext(FrameContext)?.shop.timeZone ?? "UTC";
