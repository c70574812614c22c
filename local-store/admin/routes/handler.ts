import type { Request, RequestHandler, Response } from "express";
import { administratorOf, type ShopConfig, shopByHandle } from "../../config.ts";
import { chooseAdministrator, defaultShop, type PageContext, pageContext } from "../page-context.ts";
import { sentencePage } from "../pages/sentence-page.tsx";

type PageWork = (context: PageContext, request: Request, response: Response) => Promise<void> | void;

/** Opens the page's context from `:shop` in the address; an unknown shop is a page that says so. */
export function forShop(work: PageWork): RequestHandler {
  return (request, response, next) => {
    const shop = shopByHandle(request.params.shop ?? "");
    if (!shop) return sendNotFound(request, response, "This store has no such shop.");
    if (actsAsSomebodyElse(shop, request, response)) return;
    Promise.resolve(work(pageContext(request, shop), request, response)).catch(next);
  };
}

/** `?administrator=2` at any page's address chooses who looks at it, and at the pages after it. */
function actsAsSomebodyElse(shop: ShopConfig, request: Request, response: Response): boolean {
  const chosen = administratorOf(shop, queryText(request, "administrator"));
  if (!chosen || request.method !== "GET") return false;
  chooseAdministrator(response, chosen.id);
  const address = new URL(request.originalUrl, "http://localhost");
  address.searchParams.delete("administrator");
  response.redirect(303, address.pathname + address.search);
  return true;
}

/** Answers 404 with a page around the sentence. */
export function sendNotFound(
  request: Request,
  response: Response,
  sentence: string,
  shop: ShopConfig = defaultShop(),
): void {
  response.status(404).send(sentencePage(pageContext(request, shop), "Not found", sentence));
}

/** A parameter of the address as a number, or 0 when it is none. */
export function numberParameter(request: Request, name: string): number {
  const value = Number(request.params[name]);
  return Number.isSafeInteger(value) ? value : 0;
}

/** A parameter of the query as text. */
export function queryText(request: Request, name: string): string {
  const value = request.query[name];
  return typeof value === "string" ? value : "";
}

/** A field of a posted form as trimmed text. */
export function formText(request: Request, name: string): string {
  const value: unknown = request.body?.[name];
  return typeof value === "string" ? value.trim() : "";
}

/** The address of a customer's page, with the refusal that it is to show. */
export function customerAddress(shopHandle: string, id: number, refusal?: string): string {
  const query = refusal ? `?${new URLSearchParams({ refused: refusal })}` : "";
  return `/store/${shopHandle}/customers/${id}${query}`;
}
