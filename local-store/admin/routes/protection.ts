import type { RequestHandler } from "express";

/** Rejects forms that another website posts to the local store. */
export const rejectOtherSites: RequestHandler = (request, response, next) => {
  const site = request.headers["sec-fetch-site"];
  const isOtherSite = site === "cross-site" || site === "same-site";
  if (request.method === "POST" && isOtherSite && request.path.startsWith("/store/")) {
    response.status(403).type("text").send("Only the local store's own pages can submit this form.");
    return;
  }
  next();
};

/** The content security policy: the admin's own files, the products' pictures, and the app in a frame, and requests of its blocks to it. */
export function pagePolicy(appOrigin: string): RequestHandler {
  const policy = [
    "default-src 'self'",
    `frame-src 'self' ${appOrigin}`,
    `connect-src 'self' ${appOrigin}`,
    "img-src 'self' data: https:",
    "frame-ancestors 'self'",
    "base-uri 'none'",
    "form-action 'self'",
  ].join("; ");
  return (_request, response, next) => {
    response.set("Content-Security-Policy", policy);
    response.set("X-Content-Type-Options", "nosniff");
    next();
  };
}
