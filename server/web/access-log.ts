import { randomUUID } from "node:crypto";
import type { RequestHandler } from "express";
import { type LogContext, log, withLogContext } from "~/platform/log.server";
import { countRequest, routeName } from "~/platform/metrics/metrics.server";
import { inSpan } from "~/platform/trace.server";
import { type MatchedRoute, routeOf } from "./matched-route.ts";

/**
 * Gives each request an id (the proxy's `X-Request-Id` when it is valid) and logs one line for its response. The line contains no
 * query string (it may have a session token), no header and no email address.
 */
export function accessLog(): RequestHandler {
  return (request, response, next) => {
    const started = performance.now();
    const id = validId(request.headers["x-request-id"]) ?? randomUUID();
    request.headers["x-request-id"] = id;
    response.locals.requestId = id;
    response.setHeader("X-Request-Id", id);
    response.setHeader("X-Content-Type-Options", "nosniff");
    const context: LogContext = {};
    const { method } = request;
    const closed = (
      describe: (attributes: Record<string, string | number | undefined>, name: string) => void,
    ) => {
      const status = response.writableFinished ? response.statusCode : 499;
      const path = safePath(request.originalUrl, routeOf(response));
      const ms = Math.round(performance.now() - started);
      log.info({ id, method, path, status, ms, ...context }, "request");
      countRequest(method, path, status, ms);
      describe(
        { "http.response.status_code": status, "backroom.request": id, "backroom.shop": context.shop },
        `${method} ${routeName(path)}`,
      );
    };
    void inSpan(
      { name: method, kind: "server", attributes: { "http.request.method": method } },
      (describe) =>
        new Promise<void>((resolve) => {
          response.once("close", () => {
            closed(describe);
            resolve();
          });
          withLogContext(context, next);
        }),
    );
  };
}

/**
 * The path for the log: without the query, and with `:email` in place of an email address. Of a public page, it is the route's own path,
 * because its parameters are secrets.
 */
export function safePath(originalUrl: string, route?: Pick<MatchedRoute, "pattern">): string {
  if (route) return route.pattern;
  const path = originalUrl.split("?", 1)[0] ?? "";
  return path
    .split("/")
    .map((part) => (/@|%40/.test(part) ? ":email" : part))
    .join("/")
    .slice(0, 300);
}

function validId(id: string | string[] | undefined): string | undefined {
  return typeof id === "string" && /^[\w-]{8,64}$/.test(id) ? id : undefined;
}
