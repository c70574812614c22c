import { type Administrator, type Flag, flagIn, isTabAllowed } from "~/platform/auth/permission";
import { forbidden } from "~/platform/errors";
import type { Contracts, FunctionEntry } from "../function-entry";

/** A function whose tabs can be limited per administrator, and the ids of those tabs. */
export interface LimitedFunction {
  flag: Flag;
  menuName: string;
  tabs: readonly string[];
}

/** The functions whose tabs can be limited, in the order of their names. */
export const limitedFunctions = (
  functions: readonly Pick<FunctionEntry, "menuName" | "permission" | "limitedTabs">[],
): LimitedFunction[] =>
  functions
    .flatMap(({ menuName, permission, limitedTabs: tabs }) => {
      const flag = flagIn(permission);
      return flag && tabs ? [{ flag, menuName, tabs }] : [];
    })
    .toSorted((a, b) => a.menuName.localeCompare(b.menuName, "en"));

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

type EntryWithTabs<Tab extends string> = Pick<FunctionEntry<Contracts, Tab>, "permission" | "limitedTabs">;

/** Whether the administrator may open a function's tab. The account owner may open every tab. */
export function mayOpenTab<Tab extends string>(
  administrator: Pick<Administrator, "isOwner" | "tabLimits">,
  { permission }: EntryWithTabs<Tab>,
  tab: NoInfer<Tab>,
): boolean {
  const flag = flagIn(permission);
  return flag !== undefined && isTabAllowed(administrator, flag, tab);
}

/** @throws 403 when the administrator may not open the function's tab */
export function requireTab<Tab extends string>(
  administrator: Administrator,
  entry: EntryWithTabs<Tab>,
  tab: NoInfer<Tab>,
): void {
  if (!mayOpenTab(administrator, entry, tab))
    throw forbidden("You don't have access to this tab. The account owner can grant it on the Access page.");
}
