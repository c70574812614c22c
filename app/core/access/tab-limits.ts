import { type Administrator, isTabAllowed, type TabPermission } from "~/platform/auth/permission";
import { forbidden } from "~/platform/errors";

/** The functions whose tabs can be limited per administrator, and the ids of those tabs. */
export const TAB_LIMITED = [
  {
    resource: "showPromotion",
    menuName: "Battery Redemption Promotion",
    tabs: "Dashboard, AssignmentQueue, CsrApprovals, LoyaltyOrder, AllSubmissions, DenyList",
  },
  { resource: "showDashboard", menuName: "Customers data trends and reports", tabs: "Customers" },
  { resource: "showProductMedia", menuName: "product media", tabs: "media, sync" },
] as const;

export type TabLimited = (typeof TAB_LIMITED)[number]["resource"];

/** Every tab that an administrator can be limited to. */
export const limitedTabs = (): TabPermission[] =>
  TAB_LIMITED.flatMap(({ resource, tabs }) => readTabIds(tabs).map((tab) => ({ flag: resource, tab })));

/** How many tabs an administrator can be limited to. */
export const MAX_TABS = 30;

/** A tab's id. */
export const TAB_ID = /^[A-Za-z0-9_-]{1,40}$/;

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
  const ids = readTabIds(text);
  if (ids.length <= MAX_TABS && ids.every((id) => TAB_ID.test(id))) return undefined;
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
