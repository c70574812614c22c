import type { Request, Response } from "express";
import { type Administrator, administratorOf, type ShopConfig, shops } from "../config.ts";

/** Who looks at which shop. */
export interface PageContext {
  shop: ShopConfig;
  administrator: Administrator;
  /** The page's path below `/store/<shop>`, so that the switchers come back to it. */
  path: string;
}

const ADMINISTRATOR_COOKIE = "local_administrator";

/** The shop of the address and the administrator of the cookie; the owner when no one was chosen. */
export function pageContext(request: Request, shop: ShopConfig): PageContext {
  const chosen = administratorOf(shop, cookie(request, ADMINISTRATOR_COOKIE));
  const path = request.originalUrl.replace(`/store/${shop.handle}`, "") || "/";
  return { shop, administrator: chosen ?? owner(shop), path };
}

/** Remembers in the browser who acts. */
export function chooseAdministrator(response: Response, id: string): void {
  response.cookie(ADMINISTRATOR_COOKIE, id, { sameSite: "lax", httpOnly: true, path: "/" });
}

/** The first shop, for pages that belong to no shop's address. */
export function defaultShop(): ShopConfig {
  const [first] = shops;
  if (!first) throw new Error("The local store has no shop.");
  return first;
}

/** The account owner of a shop. */
function owner(shop: ShopConfig): Administrator {
  const found = shop.administrators.find((each) => each.isAccountOwner);
  if (!found) throw new Error(`${shop.name} has no account owner.`);
  return found;
}

function cookie(request: Request, name: string): string {
  const pair = (request.headers.cookie ?? "").split(/;\s*/).find((each) => each.startsWith(`${name}=`));
  return pair ? pair.slice(name.length + 1) : "";
}
