import {
  type Administrator,
  type Flag,
  flagIn,
  mayUse,
  type Permission,
  scopesOf,
} from "~/platform/auth/permission";
import { forbidden } from "~/platform/errors";
import type { FunctionEntry } from "../function-entry";

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

/** @throws 403 without the permission */
export function requirePermission(administrator: Administrator, permission: Permission): void {
  if (mayUse(administrator, permission)) return;
  const isLimited = scopesOf(permission).some((scope) =>
    administrator.flags.includes(typeof scope === "string" ? scope : scope.flag),
  );
  throw isLimited
    ? forbidden("You don't have access to this tab. The account owner can grant it on the Access page.")
    : forbidden();
}
