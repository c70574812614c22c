import type { RequestHandler } from "express";

/** Refuses forms that another website posts to this machine. */
export const onlyFromOwnPages: RequestHandler = (request, response, next) => {
  const site = request.headers["sec-fetch-site"];
  const isForeign = site === "cross-site" || site === "same-site";
  if (request.method === "POST" && isForeign && request.path.startsWith("/store/")) {
    response.status(403).type("text").send("This form may only be sent from the local store's own pages.");
    return;
  }
  next();
};

/** What the admin pages may load: their own files, and the app in a frame. */
export function pagePolicy(appOrigin: string): RequestHandler {
  const policy = [
    "default-src 'self'",
    `frame-src 'self' ${appOrigin}`,
    "img-src 'self' data:",
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
