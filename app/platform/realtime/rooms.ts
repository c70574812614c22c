import {
  type Administrator,
  isTabAllowed,
  mayUse,
  type Permission,
  type TabPermission,
} from "../auth/permission";

/** The recipients of a message: everyone in a shop with a permission, or those of them who may open one tab. */
export type Audience = Permission | TabPermission;

const isTab = (audience: Audience): audience is TabPermission =>
  typeof audience === "object" && "tab" in audience;

/** The room of everyone in a shop who belongs to this audience. */
export function permissionRoom(shop: string, audience: Audience): string {
  if (isTab(audience)) return `${shop}|may:${audience.flag}/${audience.tab}`;
  return `${shop}|may:${typeof audience === "string" ? audience : [...audience].sort().join("+")}`;
}

/** The room of one person, with all their windows. */
export const personRoom = (shop: string, administratorId: string): string =>
  `${shop}|person:${administratorId}`;

const belongsTo = (administrator: Administrator, audience: Audience): boolean =>
  isTab(audience)
    ? mayUse(administrator, audience.flag) && isTabAllowed(administrator, audience.flag, audience.tab)
    : mayUse(administrator, audience);

/** The rooms that an administrator joins, from all audiences that have rooms. */
export function roomsOf(
  shop: string,
  administrator: Administrator,
  audiences: readonly Audience[],
): string[] {
  const own = audiences.filter((audience) => belongsTo(administrator, audience));
  return [personRoom(shop, administrator.id), ...own.map((audience) => permissionRoom(shop, audience))];
}
