import type { Request, Response } from "express";
import { type Administrator, administratorOf, type ShopConfig, shops } from "../config.ts";

/** The shop and administrator of a page. */
export interface PageContext {
  shop: ShopConfig;
  administrator: Administrator;
  /** The page's path below `/store/<shop>`, which the switchers return to. */
  path: string;
}

const ADMINISTRATOR_COOKIE = "local_administrator";

/** The context of a request. The cookie determines the administrator, by default the account owner. */
export function pageContext(request: Request, shop: ShopConfig): PageContext {
  const administrator = administratorOf(shop, cookie(request, ADMINISTRATOR_COOKIE)) ?? owner(shop);
  const path = request.originalUrl.replace(`/store/${shop.handle}`, "") || "/";
  return { shop, administrator, path };
}

/** Stores the chosen administrator in a cookie. */
export function chooseAdministrator(response: Response, id: string): void {
  response.cookie(ADMINISTRATOR_COOKIE, id, { sameSite: "lax", httpOnly: true, path: "/" });
}

/** The first shop, for pages without a shop in the URL. */
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
