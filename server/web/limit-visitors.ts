import type { Request, RequestHandler, Response } from "express";
import { ipKeyGenerator, rateLimit } from "express-rate-limit";
import type { PublicPage } from "~/core/public-page";
import { type MatchedRoute, routeOf } from "./matched-route.ts";
import { visitorAddress } from "./visitor.ts";

const WINDOW_MS = 60_000;
/** Per minute and process. A person who fills in a form needs only a few requests. */
const PER_LINK = 30;
const PER_SHARED_ADDRESS = 6_000;
const PER_VISITOR = 120;
/** Per hour and process: how often a visitor may enter a code that can't be used. */
const WRONG_CODES = 20;
const HOUR_MS = 3_600_000;

/** The declaration of the page that a route shows. Undefined for a personal link. */
type PageOf = (route: MatchedRoute) => PublicPage | undefined;

/**
 * Rate limits per visitor and per public page, and of guessed codes. Refuses with 429. What Shopify didn't sign counts for its sender only:
 * the visitor's address could be invented, and the page's limit used up for its visitors.
 * @param isSigned whether Shopify's app proxy signed the request
 */
export function limitVisitors(pageOf: PageOf, isSigned: (response: Response) => boolean): RequestHandler[] {
  const pageFor = (response: Response) => {
    const route = routeOf(response);
    return route && pageOf(route);
  };
  const senderOf = (request: Request, response: Response) =>
    isSigned(response)
      ? `visitor ${ipKeyGenerator(visitorAddress(request))}`
      : `sender ${ipKeyGenerator(request.ip ?? "")}`;
  return [
    // First, so that one visitor can't use up a page's limit.
    limit({ max: () => PER_VISITOR, keyOf: senderOf }),
    limit({
      max: (response) => (pageFor(response)?.isShared ? PER_SHARED_ADDRESS : PER_LINK),
      keyOf: (_request, response) => keyOf(routeOf(response)),
      skip: (_request, response) => !isSigned(response),
    }),
    limitWrongCodes((response) => isSigned(response) && pageFor(response)?.takesCodes === true),
  ];
}

/** The page with its parameters. Ids of personal links are the same in each letter case. */
const keyOf = (route?: MatchedRoute): string =>
  JSON.stringify([route?.pattern, ...Object.values(route?.params ?? {})]).toLowerCase();

/** The page answers 404 to a code that can't be used. Other answers don't count. */
const limitWrongCodes = (takesCodes: (response: Response) => boolean): RequestHandler =>
  rateLimit({
    windowMs: HOUR_MS,
    limit: WRONG_CODES,
    keyGenerator: (request) => ipKeyGenerator(visitorAddress(request)),
    skip: ({ method }, response) => ["GET", "HEAD"].includes(method) || !takesCodes(response),
    skipSuccessfulRequests: true,
    requestWasSuccessful: (_request, response) => response.statusCode !== 404,
    legacyHeaders: false,
    message: "Too many codes were entered that can't be used. Please wait an hour, then try again.",
  });

interface Limit {
  max(response: Response): number;
  keyOf(request: Request, response: Response): string;
  skip?(request: Request, response: Response): boolean;
}

const limit = ({ max, keyOf, skip }: Limit): RequestHandler =>
  rateLimit({
    windowMs: WINDOW_MS,
    limit: (_request, response) => max(response),
    keyGenerator: keyOf,
    skip,
    legacyHeaders: false,
    message: "Too many requests came for this page. Please wait a minute, then open it again.",
  });
