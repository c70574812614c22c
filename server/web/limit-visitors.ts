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

/** Rate limits per public page and per visitor, and of guessed codes. Refuses with 429. */
export function limitVisitors(pageOf: PageOf): RequestHandler[] {
  const pageFor = (response: Response) => {
    const route = routeOf(response);
    return route && pageOf(route);
  };
  return [
    limit(
      (_request, response) => (pageFor(response)?.isShared ? PER_SHARED_ADDRESS : PER_LINK),
      (_request, response) => keyOf(routeOf(response)),
    ),
    limit(PER_VISITOR, (request) => ipKeyGenerator(visitorAddress(request))),
    limitWrongCodes((response) => pageFor(response)?.takesCodes === true),
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

const limit = (
  max: number | ((request: Request, response: Response) => number),
  keyGenerator: (request: Request, response: Response) => string,
): RequestHandler =>
  rateLimit({
    windowMs: WINDOW_MS,
    limit: max,
    keyGenerator,
    legacyHeaders: false,
    message: "Too many requests came for this page. Please wait a minute, then open it again.",
  });
