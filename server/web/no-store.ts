import type { RequestHandler } from "express";

/**
 * Pages and their data hold what is known of people: no cache, not even the browser's own, may keep them. Put it behind the
 * files of the build. Remix's list of routes holds nothing of anybody, and says itself how long it may be kept.
 */
export const noStore: RequestHandler = (request, response, next) => {
  if (request.path !== "/__manifest") response.setHeader("Cache-Control", "private, no-store");
  next();
};
