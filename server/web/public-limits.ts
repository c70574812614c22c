import type { RequestHandler } from "express";
import { AROUND_UPLOAD_MEGABYTES } from "~/core/attachments/attachment-kind";
import type { PublicPage } from "~/core/public-page";
import { limitBody } from "./body-limit.ts";
import { limitVisitors } from "./limit-visitors.ts";
import { pageAt } from "./page-at.ts";

/** Most forms contain only two names. */
const FORM_LIMIT = { megabytes: 0.1, msg: "This form has too much text. Go back and shorten it." };

/** The limits of public pages: request rate and body size. */
export const publicLimits = (pages: readonly PublicPage[]): RequestHandler[] => [
  ...limitVisitors(pages),
  (request, response, next) => {
    const upload = pageAt(pages, request.path)?.upload;
    limitBody(upload ? uploadLimit(upload) : FORM_LIMIT)(request, response, next);
  },
];

const uploadLimit = ({ maxMegabytes }: NonNullable<PublicPage["upload"]>) => ({
  megabytes: maxMegabytes + AROUND_UPLOAD_MEGABYTES,
  msg: `This file is larger than ${maxMegabytes} MB. Go back and choose a smaller one.`,
});
