import type { Request, RequestHandler } from "express";
import { ipKeyGenerator, rateLimit } from "express-rate-limit";

const WINDOW_MS = 60_000;
/** Per minute and process. Somebody who fills in a form needs a handful. */
const PER_LINK = 30;
/** Addresses that everybody shares: a giveaway's is opened by all who take part. */
const SHARED = /^\/+giveaway\//;
const PER_SHARED_ADDRESS = 6_000;
const PER_VISITOR = 120;

/** Refuses with 429 what nobody does by hand: one public address, or one visitor, asking again and again. */
export function limitVisitors(): RequestHandler[] {
  return [
    limit(
      ({ path }) => (SHARED.test(path) ? PER_SHARED_ADDRESS : PER_LINK),
      (request) => request.path,
    ),
    limit(PER_VISITOR, (request) => ipKeyGenerator(visitorAddress(request))),
  ];
}

const limit = (
  most: number | ((request: Request) => number),
  keyGenerator: (request: Request) => string,
): RequestHandler =>
  rateLimit({
    windowMs: WINDOW_MS,
    limit: most,
    keyGenerator,
    legacyHeaders: false,
    message: "Too many requests came for this page. Please wait a minute, then open it again.",
  });

/**
 * Where the visitor is, as Shopify's app proxy says: it stands in X-Forwarded-For right before Shopify's own address, which the
 * proxies in front of us add and express takes for the client's. What a visitor wrote there themselves comes before that.
 */
function visitorAddress({ headers, ip = "" }: Request): string {
  const chain = [headers["x-forwarded-for"] ?? ""].flat().join(",").split(",");
  const addresses = chain.map((address) => address.trim()).filter(Boolean);
  const shopify = addresses.lastIndexOf(ip);
  return addresses[shopify === -1 ? addresses.length - 1 : shopify - 1] ?? ip;
}
