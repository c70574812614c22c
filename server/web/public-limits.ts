import { type RequestHandler, Router } from "express";
import { RECEIVED_UPLOAD_MEGABYTES } from "~/core/attachments/attachment-kind";
import type { PublicPage } from "~/core/public-page";
import { limitBody } from "./body-limit.ts";
import { limitVisitors } from "./limit-visitors.ts";
import { isForVisitor, type MatchedRoute, routeOf } from "./matched-route.ts";
import { refuse } from "./refuse.ts";

/** Most forms contain only two names. */
const FORM_LIMIT = { megabytes: 0.1, msg: "This form has too much text. Go back and shorten it." };

/** The limits of public pages: request rate and body size. Other requests pass. */
export function publicLimits(pages: readonly PublicPage[]): RequestHandler {
  const pageOf = ({ pattern }: MatchedRoute) => pages.find(({ path }) => pattern === `/proxy/${path}`);
  const limits = Router().use(
    ...limitVisitors(pageOf),
    // The pages have no scripts, so nothing of ours requests their data.
    (_request, response, next) =>
      routeOf(response)?.isData ? refuse(response, 404, "NOT_FOUND", "This shop has no such page.") : next(),
    (request, response, next) => {
      const route = routeOf(response);
      const upload = route && pageOf(route)?.upload;
      limitBody(upload ? uploadLimit(upload) : FORM_LIMIT)(request, response, next);
    },
  );
  return (request, response, next) => (isForVisitor(request) ? limits(request, response, next) : next());
}

const uploadLimit = ({ maxMegabytes }: NonNullable<PublicPage["upload"]>) => ({
  megabytes: RECEIVED_UPLOAD_MEGABYTES,
  msg: `This file is larger than ${maxMegabytes} MB. Go back and choose a smaller one.`,
});
