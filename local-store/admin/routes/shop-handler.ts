import type { Request, RequestHandler, Response } from "express";
import { administratorOf, type ShopConfig, shopByHandle } from "../../config.ts";
import { chooseAdministrator, defaultShop, type PageContext, pageContext } from "../page-context.ts";
import { messagePage } from "../pages/message-page.tsx";

type PageHandler = (context: PageContext, request: Request, response: Response) => Promise<void> | void;

/** Creates the page context from `:shop` in the URL, or responds with 404. */
export function withShop(work: PageHandler): RequestHandler {
  return (request, response, next) => {
    const shop = shopByHandle(request.params.shop ?? "");
    if (!shop) return sendNotFound(request, response, "This shop doesn't exist.");
    if (switchAdministrator(shop, request, response)) return;
    Promise.resolve(work(pageContext(request, shop), request, response)).catch(next);
  };
}

/** `?administrator=2` on any page switches the administrator. */
function switchAdministrator(shop: ShopConfig, request: Request, response: Response): boolean {
  const administrator = administratorOf(shop, queryText(request, "administrator"));
  if (!administrator || request.method !== "GET") return false;
  chooseAdministrator(response, administrator.id);
  const address = new URL(request.originalUrl, "http://localhost");
  address.searchParams.delete("administrator");
  response.redirect(303, address.pathname + address.search);
  return true;
}

/** Responds with 404 and a page with the sentence. */
export function sendNotFound(
  request: Request,
  response: Response,
  sentence: string,
  shop: ShopConfig = defaultShop(),
): void {
  response.status(404).send(messagePage(pageContext(request, shop), "Not found", sentence));
}

/** A path parameter as a number, or 0 if it is invalid. */
export function numberParameter(request: Request, name: string): number {
  const value = Number(request.params[name]);
  return Number.isSafeInteger(value) ? value : 0;
}

/** A query parameter as text. */
export function queryText(request: Request, name: string): string {
  const value = request.query[name];
  return typeof value === "string" ? value : "";
}

/** A form field as trimmed text. */
export function formText(request: Request, name: string): string {
  const value: unknown = request.body?.[name];
  return typeof value === "string" ? value.trim() : "";
}

/** The URL of a customer's page, with an error to show. */
export function customerAddress(shopHandle: string, id: number, refusal?: string): string {
  const query = refusal ? `?${new URLSearchParams({ refused: refusal })}` : "";
  return `/store/${shopHandle}/customers/${id}${query}`;
}
