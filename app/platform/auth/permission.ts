/** What an administrator can be granted: one flag per function, in the specification's form. */
export type Flag = `show${string}`;

/**
 * Who may use a call, a page, a job or a socket room: one flag, any one of several flags, everybody who is signed in,
 * or the account owner only.
 */
export type Permission = Flag | readonly Flag[] | "signed-in" | "owner";

/** The person who is signed in to the shop's admin. */
export interface Administrator {
  id: string;
  name: string;
  email: string;
  isOwner: boolean;
  flags: readonly string[];
  /** Resource setting to allowed tab ids; an absent resource is not limited. */
  tabLimits: Readonly<Record<string, readonly string[]>>;
}

/** Who does what nobody asked for by hand, such as nightly work. Shopify's ids are numbers, so nobody can be it. */
export const BACKROOM: Administrator = {
  id: "backroom",
  name: "Backroom",
  email: "",
  isOwner: false,
  flags: [],
  tabLimits: {},
};

/** True when the administrator may do what needs this permission. The account owner may do everything. */
export function mayUse(administrator: Administrator, permission: Permission): boolean {
  if (administrator.isOwner || permission === "signed-in") return true;
  if (permission === "owner") return false;
  const anyOf = typeof permission === "string" ? [permission] : permission;
  return anyOf.some((flag) => administrator.flags.includes(flag));
}

/** The one flag that a permission names, where it is exactly one: the function that something belongs to. */
export function flagIn(permission: Permission): Flag | undefined {
  return typeof permission === "string" && permission.startsWith("show") ? (permission as Flag) : undefined;
}
