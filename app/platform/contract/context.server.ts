import type { Administrator } from "../auth/permission";
import type { Shop } from "../auth/shops.server";
import type { Clock } from "../clock";

/** What a call's handler knows of its caller. Shop and administrator come from the verified session token alone. */
export interface CallContext {
  shop: Shop;
  administrator: Administrator;
  clock: Clock;
}
