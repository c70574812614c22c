import type { NamedChange } from "~/core/audit/audit-action.server";
import { TAB_LIMITED } from "./tab-limits";

/** What an administrator was granted: flags, and the tabs allowed per resource setting. */
export interface Grants {
  flags: readonly string[];
  tabLimits: Readonly<Record<string, readonly string[]>>;
}

/**
 * What differs between two grants; empty when nothing does.
 * @param menuNameOf the menu's name for a flag
 */
export function grantDifference(
  before: Grants,
  after: Grants,
  menuNameOf: (flag: string) => string,
): NamedChange[] {
  const flags = [...new Set([...before.flags, ...after.flags])].map((flag) => ({
    field: menuNameOf(flag),
    before: granted(before, flag),
    after: granted(after, flag),
  }));
  const tabs = TAB_LIMITED.map(({ resource, menuName }) => ({
    field: `Tabs of ${menuName}`,
    before: tabsInWords(before, resource),
    after: tabsInWords(after, resource),
  }));
  return [...flags, ...tabs].filter((change) => change.before !== change.after);
}

const granted = ({ flags }: Grants, flag: string) => (flags.includes(flag) ? "granted" : "not granted");

const tabsInWords = ({ tabLimits }: Grants, resource: string) => tabLimits[resource]?.join(", ") || "all";
