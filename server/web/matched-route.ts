import type { ServerBuild } from "@remix-run/node";
import type { Request, RequestHandler, Response } from "express";
import { matchRoutes } from "react-router-dom";
import { pathOf, type RouteNode, segmentOf } from "./reachable-routes.ts";

/** The route outside the admin pages that answers a request. */
export interface MatchedRoute {
  /** Its path with the names of its parameters: `/proxy/giveaway/:key`. */
  pattern: string;
  params: Readonly<Record<string, string | undefined>>;
  /** The data of the route is requested, which Remix's browser scripts do. */
  isData: boolean;
}

/** First segments of the routes that limits, access rules and logs treat differently from pages. */
const OUTSIDE_PAGES = ["proxy", "webhooks", "auth"];

type Routes = Pick<ServerBuild, "routes">;

/**
 * Finds the route of each request for a public page, a webhook or the authentication, as the router does: with the router's own function,
 * and with the path that Remix gives it. Limits and logs must not compare paths themselves, because the router accepts many spellings of one.
 * Only these routes are matched: matching all would take a millisecond, and none of the others has a path that begins as theirs.
 */
export function matchRoute(build: Routes | (() => Promise<Routes>)): RequestHandler {
  if (typeof build !== "function") {
    const match = routeMatcher(build.routes);
    return (request, response, next) => {
      response.locals.route = match(request.originalUrl);
      next();
    };
  }
  return (request, response, next) => {
    build()
      .then(({ routes }) => {
        response.locals.route = routeMatcher(routes)(request.originalUrl);
        next();
      })
      .catch(next);
  };
}

/** The route that `matchRoute` found. Undefined for a page of the admin, and for an address that no route has. */
export const routeOf = ({ locals }: Pick<Response, "locals">): MatchedRoute | undefined => locals.route;

/** Whether a visitor sent the request: Shopify's app proxy forwards visitors to the routes below `/proxy`. */
export const isForVisitor = ({ res }: Pick<Request, "res">): boolean =>
  res !== undefined && routeOf(res)?.pattern.startsWith("/proxy/") === true;

/** Matches addresses against the routes outside the admin pages. */
export function routeMatcher(
  routes: Readonly<Record<string, RouteNode | undefined>>,
): (originalUrl: string) => MatchedRoute | undefined {
  const nodes = Object.keys(routes)
    .filter((id) => OUTSIDE_PAGES.includes(segmentOf(id, routes)))
    .map((id) => ({ id, path: `/${pathOf(id, routes)}` }));
  return (originalUrl) => {
    const url = URL.parse(originalUrl, "http://localhost");
    if (!url || !isDecodable(url.pathname)) return undefined;
    const isData = url.pathname.endsWith(".data");
    const found = matchRoutes(nodes, isData ? url.pathname.slice(0, -".data".length) : url.pathname)?.at(-1);
    return found && { pattern: found.route.path, params: found.params, isData };
  };
}

/** Whether a path has only valid percent encodings. The router would match another one as it is written. */
export function isDecodable(path: string): boolean {
  try {
    decodeURIComponent(path);
    return true;
  } catch {
    return false;
  }
}
