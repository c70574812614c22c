import type { RequestHandler } from "express";

/**
 * Pages and their data contain personal data, so no cache may store them, not even the browser's. Use it after the build's files.
 * Remix's list of routes contains no personal data and sets its own header.
 */
export const noStore: RequestHandler = (request, response, next) => {
  if (request.path !== "/__manifest") response.setHeader("Cache-Control", "private, no-store");
  next();
};
