import type { NamedChange } from "~/core/audit/audit-action.server";

/** What an administrator was granted: flags, and the allowed tabs by the flag of their function. */
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
  const tabs = Object.keys({ ...before.tabLimits, ...after.tabLimits }).map((flag) => ({
    field: `Tabs of ${menuNameOf(flag)}`,
    before: tabsInWords(before, flag),
    after: tabsInWords(after, flag),
  }));
  return [...flags, ...tabs].filter((change) => change.before !== change.after);
}

const granted = ({ flags }: Grants, flag: string) => (flags.includes(flag) ? "granted" : "not granted");

const tabsInWords = ({ tabLimits }: Grants, flag: string) => tabLimits[flag]?.join(", ") || "all";
