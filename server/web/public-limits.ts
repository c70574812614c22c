import { type Request, type RequestHandler, type Response, Router } from "express";
import { ipKeyGenerator } from "express-rate-limit";
import { RECEIVED_UPLOAD_MEGABYTES } from "~/core/attachments/attachment-definition";
import { takeVisitorBudget } from "~/core/public-forms/visitor-budget.server";
import { type PublicPage, VISITOR_HEADER } from "~/core/public-page";
import { isSignedByAppProxy } from "~/platform/auth/shopify-api.server";
import { limitBody } from "./body-limit.ts";
import { limitVisitors } from "./limit-visitors.ts";
import { isForVisitor, type MatchedRoute, routeOf } from "./matched-route.ts";
import { refuse } from "./refuse.ts";
import { refuseBody } from "./refuse-body.ts";
import { visitorAddress } from "./visitor.ts";

/** Most forms contain only two names. */
const FORM_LIMIT = { megabytes: 0.1, msg: "This form has too much text. Go back and shorten it." };

/** The limits of public pages: request rate and body size. Other requests pass. */
export function publicLimits(pages: readonly PublicPage[]): RequestHandler {
  const pageOf = ({ pattern }: MatchedRoute) => pages.find(({ path }) => pattern === `/proxy/${path}`);
  const bodyLimitOf = (response: Response) => {
    const route = routeOf(response);
    const upload = route && pageOf(route)?.upload;
    return upload ? uploadLimit(upload) : FORM_LIMIT;
  };
  const limits = Router().use(
    ...limitVisitors(pageOf, isSigned),
    // The pages' scripts request documents, so nothing of ours requests their data.
    (_request, response, next) =>
      routeOf(response)?.isData ? refuse(response, 404, "NOT_FOUND", "This shop has no such page.") : next(),
    (request, response, next) => {
      const limit = bodyLimitOf(response);
      limitBody(limit)(request, response, () => {
        takeBudget(request, response, limit.megabytes * 1024 * 1024)
          .then((isTaken) =>
            isTaken ? next() : refuseBody(response, 429, "TOO_MANY_REQUESTS", BUDGET_SPENT),
          )
          .catch(next);
      });
    },
  );
  return (request, response, next) => {
    delete request.headers[VISITOR_HEADER];
    if (!isForVisitor(request)) return next();
    request.headers[VISITOR_HEADER] = ipKeyGenerator(visitorAddress(request));
    isSignedByAppProxy(parametersOf(request))
      .then((isSigned) => {
        response.locals.isSignedByAppProxy = isSigned;
        limits(request, response, next);
      })
      .catch(next);
  };
}

const isSigned = ({ locals }: Response): boolean => locals.isSignedByAppProxy === true;

const parametersOf = ({ originalUrl }: Request): URLSearchParams =>
  new URL(originalUrl, "http://localhost").searchParams;

const BUDGET_SPENT =
  "Too much was sent from your connection today. Please try again tomorrow, or from another connection.";

/**
 * Takes a form from the visitor's budget. Pages that are only opened don't count, and neither does a request that Shopify didn't sign, which
 * is refused later.
 * @param maxBytes for a form that doesn't announce its length
 */
async function takeBudget(request: Request, response: Response, maxBytes: number): Promise<boolean> {
  const { method, headers } = request;
  if (method === "GET" || method === "HEAD" || !isSigned(response)) return true;
  const files = headers["content-type"]?.toLowerCase().startsWith("multipart/") ? 1 : 0;
  const bytes = Number(headers["content-length"] ?? maxBytes);
  const visitor = ipKeyGenerator(visitorAddress(request));
  return takeVisitorBudget(parametersOf(request).get("shop") ?? "", visitor, { files, bytes }, new Date());
}

const uploadLimit = ({ maxMegabytes }: NonNullable<PublicPage["upload"]>) => ({
  megabytes: RECEIVED_UPLOAD_MEGABYTES,
  msg: `This file is larger than ${maxMegabytes} MB. Go back and choose a smaller one.`,
});
