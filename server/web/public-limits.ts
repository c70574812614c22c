import type { RequestHandler } from "express";
import { limitBody } from "./body-limit.ts";
import { limitVisitors } from "./limit-visitors.ts";

/** Public forms with a file: its 10 MB, and the form around it. */
const UPLOADS = /^\/promotion\//;

const limitForms = limitBody({ megabytes: 0.1 });
const limitUploads = limitBody({ megabytes: 11 });

/** The limits of public pages: request rate and body size. Most forms contain only two names. */
export const publicLimits = (): RequestHandler[] => [
  ...limitVisitors(),
  (request, response, next) =>
    (UPLOADS.test(request.path) ? limitUploads : limitForms)(request, response, next),
];
