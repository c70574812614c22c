/** A flag that an administrator can be granted. Each function has one. */
export type Flag = `show${string}`;

/** Some tabs of the function that a flag opens: one of them is enough. */
export interface TabPermission {
  flag: Flag;
  /** Their ids. */
  tabs: readonly string[];
}

/** All of a function, or what some of its tabs show. An administrator who is limited to some tabs hasn't all of it. */
type Scope = Flag | TabPermission;

/**
 * The access that a call, a page, a job, a file or a realtime room requires: a function, some tabs of one, any of several, being
 * signed in, or being the account owner. For a function with tabs, name the tabs: without them, it is closed to every administrator
 * with a tab limit.
 */
export type Permission = Scope | readonly Scope[] | "signed-in" | "owner";

/** A staff member who is signed in to the shop's admin. */
export interface Administrator {
  id: string;
  name: string;
  email: string;
  isOwner: boolean;
  flags: readonly string[];
  /** Allowed tab ids by resource setting. A resource that is missing isn't limited. */
  tabLimits: Readonly<Record<string, readonly string[]>>;
}

/** The actor of scheduled work. Shopify's ids are numbers, so no staff member can have this id. */
export const BACKROOM: Administrator = {
  id: "backroom",
  name: "Backroom",
  email: "",
  isOwner: false,
  flags: [],
  tabLimits: {},
};

/**
 * True when the administrator has the permission. The account owner has every permission. `visibleRows` is the same decision about
 * stored rows.
 */
export function mayUse(
  administrator: Pick<Administrator, "isOwner" | "flags" | "tabLimits">,
  permission: Permission,
): boolean {
  if (administrator.isOwner || permission === "signed-in") return true;
  return scopesOf(permission).some((scope) => holds(administrator, scope));
}

/** The parts of a permission of which one is enough. */
export function scopesOf(permission: Permission): readonly Scope[] {
  if (permission === "signed-in" || permission === "owner") return [];
  return typeof permission === "string" || isTabPermission(permission) ? [permission] : permission;
}

const isTabPermission = (permission: TabPermission | readonly Scope[]): permission is TabPermission =>
  "tabs" in permission;

function holds({ flags, tabLimits }: Pick<Administrator, "flags" | "tabLimits">, scope: Scope): boolean {
  const { flag, tabs } = typeof scope === "string" ? { flag: scope, tabs: [] } : scope;
  if (!flags.includes(flag)) return false;
  const allowedTabs = tabLimits[flag];
  return !allowedTabs || tabs.some((tab) => allowedTabs.includes(tab));
}

/** The function and the tabs that a record belongs to, for its columns `flag` and `tabs`. */
export type RecordScope = { flag?: Flag; tabs?: readonly string[] };

/** The scope of a record about something that requires the permission. Empty when that isn't exactly one function. */
export function scopeIn(permission: Permission): RecordScope {
  const [scope, ...others] = scopesOf(permission);
  if (!scope || others.length > 0) return {};
  return typeof scope === "string" ? { flag: scope } : scope;
}

/** The permission's flag when it is exactly one: the function that it belongs to. */
export const flagIn = (permission: Permission): Flag | undefined => scopeIn(permission).flag;

/** The permission that a scope requires. */
export const permissionOf = ({ flag, tabs }: { flag: Flag; tabs?: readonly string[] }): Permission =>
  tabs ? { flag, tabs } : flag;
