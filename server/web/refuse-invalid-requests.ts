import type { Request, RequestHandler } from "express";
import { isShopDomain } from "~/platform/db/with-shop.server";
import { isDecodable } from "./matched-route.ts";
import { refuse } from "./refuse.ts";

const METHODS = ["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"];
const HOST = /^([\w.-]+|\[[\da-f:.]+\])(:\d{1,5})?$/i;
/** The database can't compare a key with a text that has it. */
const NUL = /%00/;
const ADMIN = /^admin\.shopify\.com\/store\/([\w-]+)$|^([\w-]+)\.myshopify\.com\/admin$/;

/**
 * Refuses what neither a browser nor Shopify sends, before any library interprets it: other methods with 405, and addresses,
 * forwarded headers, or parameters `shop`, `host`, `shopify-reload` and `exitIframe` that aren't valid with 400. Libraries copy these
 * parameters into headers and redirects, so they must name a shop, the admin of the same shop, and an address of this app.
 */
export const refuseInvalidRequests: RequestHandler = (request, response, next) => {
  const isKnownMethod = METHODS.includes(request.method);
  const problem = isKnownMethod ? problemOf(request) : `The method ${request.method} isn't supported.`;
  if (problem === undefined) return next();
  if (isKnownMethod) return refuse(response, 400, "BAD_REQUEST", problem);
  response.set("Allow", METHODS.join(", "));
  refuse(response, 405, "METHOD_NOT_ALLOWED", problem);
};

function problemOf(request: Request): string | undefined {
  if (!["http", "https"].includes(request.protocol)) return "X-Forwarded-Proto must be http or https.";
  for (const name of ["host", "x-forwarded-host"]) {
    const value = request.get(name);
    if (value !== undefined && !value.split(",").every((part) => isHost(part.trim())))
      return `The header ${name} isn't a valid host.`;
  }
  const url = URL.parse(request.originalUrl, "http://localhost");
  if (!request.originalUrl.startsWith("/") || !url || !isDecodable(url.pathname) || NUL.test(url.pathname))
    return "The address isn't valid.";
  return parameterProblem(url.searchParams);
}

function isHost(text: string): boolean {
  const port = /:(\d+)$/.exec(text)?.[1];
  return HOST.test(text) && Number(port ?? 0) <= 65_535;
}

function parameterProblem(parameters: URLSearchParams): string | undefined {
  const shops = parameters.getAll("shop");
  if (!shops.every(isShopDomain))
    return "The parameter shop must be a domain such as my-store.myshopify.com.";
  for (const host of parameters.getAll("host")) {
    const admin = ADMIN.exec(Buffer.from(host, "base64").toString());
    const shop = `${admin?.[1] ?? admin?.[2]}.myshopify.com`;
    if (!admin || !isShopDomain(shop) || !shops.every((name) => name === shop))
      return "The parameter host must be the admin of the shop.";
  }
  for (const name of ["shopify-reload", "exitIframe"])
    if (!parameters.getAll(name).every(isOwnUrl))
      return `The parameter ${name} must be an address of this app.`;
  return undefined;
}

/** True for a path, and for a URL of the app's own origin. */
function isOwnUrl(text: string): boolean {
  const appUrl = process.env.SHOPIFY_APP_URL ?? "";
  return URL.parse(text, appUrl)?.origin === URL.parse(appUrl)?.origin;
}
