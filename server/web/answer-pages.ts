import { createRequestHandler } from "@remix-run/express";
import type { AppLoadContext, ServerBuild } from "@remix-run/node";
import type { Request, RequestHandler } from "express";
import { dataRoutes, firstSegment, routesBySegment } from "./reachable-routes.ts";

interface PageOptions {
  build: ServerBuild | (() => Promise<ServerBuild>);
  getLoadContext: () => AppLoadContext | Promise<AppLoadContext>;
  mode?: string;
}

/**
 * Answers pages and their data. Remix flattens, ranks and renders a tree of all routes for each request, so a page would cost more
 * with each function that is added. Each request therefore gets a build with only the routes that its first segment can reach. The
 * browser still loads the whole manifest, which is a file of its own. In development, builds change and are used whole.
 *
 * A person who opens the address of a page's data gets "Page not found", because raw JSON helps nobody.
 */
export function answerPages(options: PageOptions): RequestHandler {
  const { build } = options;
  const answerAny = createRequestHandler(options);
  if (typeof build === "function") return answerAny;
  const { named, others } = routesBySegment(build.routes);
  const dataIds = dataRoutes(build.routes);
  const handlerFor = (ids: ReadonlySet<string>): RequestHandler => {
    const answerAll = createRequestHandler({ ...options, build: withRoutes(build, ids) });
    const pageIds = new Set([...ids].filter((id) => !dataIds.has(id)));
    if (pageIds.size === ids.size) return answerAll;
    const answerDocuments = createRequestHandler({ ...options, build: withRoutes(build, pageIds) });
    return (request, response, next) =>
      (isForDocument(request) ? answerDocuments : answerAll)(request, response, next);
  };
  const handlers = new Map([...named].map(([segment, ids]) => [segment, handlerFor(ids)]));
  const answerOthers = handlerFor(others);
  return (request, response, next) => {
    const segment = firstSegment(request.path);
    const answer = segment === null ? answerAny : (handlers.get(segment) ?? answerOthers);
    return answer(request, response, next);
  };
}

/** Browsers ask for HTML only when they open an address; scripts and pictures don't. */
const isForDocument = ({ method, headers }: Request): boolean =>
  (method === "GET" || method === "HEAD") && headers.accept?.includes("text/html") === true;

function withRoutes(build: ServerBuild, ids: ReadonlySet<string>): ServerBuild {
  const pick = <Route>(routes: Record<string, Route>): Record<string, Route> =>
    Object.fromEntries(Object.entries(routes).filter(([id]) => ids.has(id)));
  return {
    ...build,
    routes: pick(build.routes),
    assets: { ...build.assets, routes: pick(build.assets.routes) },
  };
}
