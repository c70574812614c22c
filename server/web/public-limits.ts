import type { RequestHandler } from "express";
import type { PublicPage } from "~/core/public-page";
import { limitBody } from "./body-limit.ts";
import { limitVisitors } from "./limit-visitors.ts";
import { pageAt } from "./page-at.ts";

/** Most forms contain only two names. */
const FORM_MEGABYTES = 0.1;
/** The form around a file. */
const AROUND_UPLOAD_MEGABYTES = 1;

/** The limits of public pages: request rate and body size. */
export const publicLimits = (pages: readonly PublicPage[]): RequestHandler[] => [
  ...limitVisitors(pages),
  (request, response, next) => {
    const upload = pageAt(pages, request.path)?.upload;
    const megabytes = upload ? upload.maxMegabytes + AROUND_UPLOAD_MEGABYTES : FORM_MEGABYTES;
    limitBody({ megabytes })(request, response, next);
  },
];
