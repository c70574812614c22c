import { z } from "zod";
import { type Administrator, isTabAllowed, type TabPermission } from "~/platform/auth/permission";
import { forbidden } from "~/platform/errors";

/** The functions whose tabs can be limited per administrator, and the ids of those tabs. */
export const TAB_LIMITED = [
  {
    resource: "showPromotion",
    menuName: "Battery Redemption Promotion",
    tabs: "Dashboard, AssignmentQueue, CsrApprovals, LoyaltyOrder, AllSubmissions, DenyList",
  },
  { resource: "showDashboard", menuName: "Customers data trends and reports", tabs: undefined },
  { resource: "showProductMedia", menuName: "Product Media", tabs: "media, sync" },
] as const;

export type TabLimited = (typeof TAB_LIMITED)[number]["resource"];

/** Every tab that an administrator can be limited to. */
export const limitedTabs = (): TabPermission[] =>
  TAB_LIMITED.flatMap(({ resource, tabs }) => readTabIds(tabs ?? "").map((tab) => ({ flag: resource, tab })));

const MAX_TABS = 30;

/** The tabs that an administrator may open, by id. */
export const tabIds = z
  .array(z.string().regex(/^[A-Za-z0-9_-]{1,40}$/, "must be tab ids of letters, digits, - and _"))
  .max(MAX_TABS, `must be at most ${MAX_TABS} tabs`);

/** The allowed tabs by resource. A resource that is missing isn't limited. */
export const tabLimits = z.partialRecord(z.enum(TAB_LIMITED.map(({ resource }) => resource)), tabIds.min(1));
export type TabLimits = z.infer<typeof tabLimits>;

/** Reads comma-separated tab ids, each once; blank means that the tabs are not limited. */
export const readTabIds = (text: string): string[] => [
  ...new Set(
    text
      .split(",")
      .map((id) => id.trim())
      .filter(Boolean),
  ),
];

/** What is wrong with comma-separated tab ids, in a sentence; undefined when nothing is. */
export function tabIdsProblem(text: string): string | undefined {
  const parsed = tabIds.safeParse(readTabIds(text));
  if (parsed.success) return undefined;
  return "Separate tab ids by commas. An id has letters, digits, - and _, at most 40 of them; 30 ids at most.";
}

/** Whether the administrator may open a tab. The account owner may open every tab. */
export const mayOpenTab = (
  administrator: Pick<Administrator, "isOwner" | "tabLimits">,
  resource: TabLimited,
  tab: string,
): boolean => isTabAllowed(administrator, resource, tab);

/** @throws 403 when the administrator may not open the tab */
export function requireTab(administrator: Administrator, resource: TabLimited, tab: string): void {
  if (!mayOpenTab(administrator, resource, tab))
    throw forbidden("You do not have access to this tab. The account owner can grant it on the Access page.");
}
