import { createRequestHandler } from "@remix-run/express";
import type { AppLoadContext, ServerBuild } from "@remix-run/node";
import type { RequestHandler } from "express";
import { firstSegment, routesBySegment } from "./reachable-routes.ts";

interface PageOptions {
  build: ServerBuild | (() => Promise<ServerBuild>);
  getLoadContext: () => AppLoadContext | Promise<AppLoadContext>;
  mode?: string;
}

/**
 * Answers pages and their data. Remix flattens, ranks and renders a tree of all routes for each request, so a page would cost more
 * with each function that is added. Each request therefore gets a build with only the routes that its first segment can reach. The
 * browser still loads the whole manifest, which is a file of its own. In development, builds change and are used whole.
 */
export function answerPages(options: PageOptions): RequestHandler {
  const { build } = options;
  const answerAny = createRequestHandler(options);
  if (typeof build === "function") return answerAny;
  const { named, others } = routesBySegment(build.routes);
  const handlerFor = (ids: ReadonlySet<string>) =>
    createRequestHandler({ ...options, build: withRoutes(build, ids) });
  const handlers = new Map([...named].map(([segment, ids]) => [segment, handlerFor(ids)]));
  const answerOthers = handlerFor(others);
  return (request, response, next) => {
    const segment = firstSegment(request.path);
    const answer = segment === null ? answerAny : (handlers.get(segment) ?? answerOthers);
    return answer(request, response, next);
  };
}

function withRoutes(build: ServerBuild, ids: ReadonlySet<string>): ServerBuild {
  const pick = <Route>(routes: Record<string, Route>): Record<string, Route> =>
    Object.fromEntries(Object.entries(routes).filter(([id]) => ids.has(id)));
  return {
    ...build,
    routes: pick(build.routes),
    assets: { ...build.assets, routes: pick(build.assets.routes) },
  };
}
