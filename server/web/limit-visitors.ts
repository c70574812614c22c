import type { Request, RequestHandler } from "express";
import { ipKeyGenerator, rateLimit } from "express-rate-limit";
import type { PublicPage } from "~/core/public-page";
import { normalizedPath, pageAt } from "./page-at.ts";
import { visitorAddress } from "./visitor.ts";

const WINDOW_MS = 60_000;
/** Per minute and process. A person who fills in a form needs only a few requests. */
const PER_LINK = 30;
const PER_SHARED_ADDRESS = 6_000;
const PER_VISITOR = 120;
/** Per hour and process: how often a visitor may enter a code that can't be used. */
const WRONG_CODES = 20;
const HOUR_MS = 3_600_000;

/** Rate limits per public URL and per visitor, and of guessed codes. Refuses with 429. */
export function limitVisitors(pages: readonly PublicPage[]): RequestHandler[] {
  return [
    limit(
      ({ path }) => (pageAt(pages, path)?.isShared ? PER_SHARED_ADDRESS : PER_LINK),
      (request) => normalizedPath(request.path),
    ),
    limit(PER_VISITOR, (request) => ipKeyGenerator(visitorAddress(request))),
    limitWrongCodes(pages),
  ];
}

/** The page answers 404 to a code that can't be used. Other answers don't count. */
const limitWrongCodes = (pages: readonly PublicPage[]): RequestHandler =>
  rateLimit({
    windowMs: HOUR_MS,
    limit: WRONG_CODES,
    keyGenerator: (request) => ipKeyGenerator(visitorAddress(request)),
    skip: ({ method, path }) => method !== "POST" || !pageAt(pages, path)?.takesCodes,
    skipSuccessfulRequests: true,
    requestWasSuccessful: (_request, response) => response.statusCode !== 404,
    legacyHeaders: false,
    message: "Too many codes were entered that can't be used. Please wait an hour, then try again.",
  });

const limit = (
  max: number | ((request: Request) => number),
  keyGenerator: (request: Request) => string,
): RequestHandler =>
  rateLimit({
    windowMs: WINDOW_MS,
    limit: max,
    keyGenerator,
    legacyHeaders: false,
    message: "Too many requests came for this page. Please wait a minute, then open it again.",
  });
