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

/** Reads comma-separated tab ids, each once; blank means that the tabs are not limited. */
export const readTabIds = (text: string): string[] => [
  ...new Set(
    text
      .split(",")
      .map((id) => id.trim())
      .filter(Boolean),
  ),
];

/** What is wrong with comma-separated ids of these tabs, in a sentence; undefined when nothing is. Stored ids are accepted. */
export function tabIdsProblem(
  text: string,
  tabs: LimitedFunction["tabs"],
  storedIds: readonly string[] = [],
): string | undefined {
  const unknownId = readTabIds(text).find((id) => !tabs.includes(id) && !storedIds.includes(id));
  if (unknownId === undefined) return undefined;
  return `“${unknownId}” isn't a tab. Enter ids of these tabs, separated by commas: ${tabs.join(", ")}.`;
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
