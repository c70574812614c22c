import { type Administrator, mayUse, type Permission } from "../auth/permission";

/** Everybody of a shop who holds this permission. */
export const permissionRoom = (shop: string, permission: Permission): string =>
  `${shop}|may:${typeof permission === "string" ? permission : [...permission].sort().join("+")}`;

/** One person of a shop, on all their windows. */
export const personRoom = (shop: string, administratorId: string): string =>
  `${shop}|person:${administratorId}`;

/** The rooms that an administrator belongs to, out of all permissions that the console knows. */
export function roomsOf(
  shop: string,
  administrator: Administrator,
  permissions: readonly Permission[],
): string[] {
  const allowed = permissions.filter((permission) => mayUse(administrator, permission));
  return [
    personRoom(shop, administrator.id),
    ...allowed.map((permission) => permissionRoom(shop, permission)),
  ];
}
