import { randomUUID } from "node:crypto";
import type { RequestHandler } from "express";
import { log } from "~/platform/log.server";

/**
 * Gives each request an id (the proxy's `X-Request-Id` where it is a plain one) and logs one line when it is answered. The line
 * holds no query string (session tokens travel there), no header and no e-mail address (guarantee R21).
 */
export function accessLog(): RequestHandler {
  return (request, response, next) => {
    const started = performance.now();
    const id = plainId(request.headers["x-request-id"]) ?? randomUUID();
    request.headers["x-request-id"] = id;
    response.locals.requestId = id;
    response.setHeader("X-Request-Id", id);
    response.setHeader("X-Content-Type-Options", "nosniff");
    response.once("close", () => {
      const status = response.writableFinished ? response.statusCode : 499;
      const line = { id, method: request.method, path: safePath(request.originalUrl), status };
      log.info({ ...line, ms: Math.round(performance.now() - started) }, "request");
    });
    next();
  };
}

/**
 * The path as it may stand in a log: without the query, with `:email` in place of an e-mail address, and with `:link` in place of
 * what makes a personal address work.
 */
export function safePath(originalUrl: string): string {
  const path = originalUrl.split("?", 1)[0] ?? "";
  return path
    .replace(/[^/]*(?:@|%40)[^/]*/gi, ":email")
    .replace(/^(\/+proxy\/+[^/]+\/).*/i, "$1:link")
    .slice(0, 300);
}

function plainId(given: string | string[] | undefined): string | undefined {
  return typeof given === "string" && /^[\w-]{8,64}$/.test(given) ? given : undefined;
}
