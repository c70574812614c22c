import { type Administrator, mayUse, type Permission } from "../auth/permission";

/** The room of everyone in a shop with this permission. */
export const permissionRoom = (shop: string, permission: Permission): string =>
  `${shop}|may:${typeof permission === "string" ? permission : [...permission].sort().join("+")}`;

/** The room of one person, with all their windows. */
export const personRoom = (shop: string, administratorId: string): string =>
  `${shop}|person:${administratorId}`;

/** The rooms that an administrator joins, from all permissions that have rooms. */
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
