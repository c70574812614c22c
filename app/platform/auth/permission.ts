/** A flag that an administrator can be granted. Each function has one. */
export type Flag = `show${string}`;

/**
 * The access that a call, a page, a job or a realtime room requires: a flag, any of several flags, being signed in, or being the
 * account owner.
 */
export type Permission = Flag | readonly Flag[] | "signed-in" | "owner";

/** A tab of the function that a flag opens. An administrator with the flag may be limited to other tabs. */
export interface TabPermission {
  flag: Flag;
  /** Its id. */
  tab: string;
}

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

/** True when the administrator has the permission. The account owner has every permission. */
export function mayUse(administrator: Administrator, permission: Permission): boolean {
  if (administrator.isOwner || permission === "signed-in") return true;
  if (permission === "owner") return false;
  const anyOf = typeof permission === "string" ? [permission] : permission;
  return anyOf.some((flag) => administrator.flags.includes(flag));
}

/** Whether the limits of an administrator's tabs allow one, without looking at the flag. The account owner may open every tab. */
export const isTabAllowed = (
  { isOwner, tabLimits }: Pick<Administrator, "isOwner" | "tabLimits">,
  resource: string,
  tab: string,
): boolean => isOwner || (tabLimits[resource]?.includes(tab) ?? true);

/** The permission's flag when it is exactly one: the function that it belongs to. */
export function flagIn(permission: Permission): Flag | undefined {
  return typeof permission === "string" && permission.startsWith("show") ? (permission as Flag) : undefined;
}
