import { createRequestHandler } from "@remix-run/express";
import type { AppLoadContext, ServerBuild } from "@remix-run/node";
import type { Request, RequestHandler } from "express";
import { dataAddresses, firstSegment, routesBySegment } from "./reachable-routes.ts";
import { withShopifyHeaders } from "./shopify-headers.ts";

/** An address that no route has. */
const NOT_FOUND = "/page-not-found";

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
 * A person who opens the address of a page's data gets "Page not found" instead of raw JSON.
 */
export function answerPages({ build: given, ...others }: PageOptions): RequestHandler {
  const build =
    typeof given === "function" ? async () => withShopifyHeaders(await given()) : withShopifyHeaders(given);
  const options = { ...others, build };
  const answerAny = createRequestHandler(options);
  if (typeof build === "function") return answerAny;
  const { named, others: unnamed } = routesBySegment(build.routes);
  const handlerFor = (ids: ReadonlySet<string>) =>
    createRequestHandler({ ...options, build: withRoutes(build, ids) });
  const handlers = new Map([...named].map(([segment, ids]) => [segment, handlerFor(ids)]));
  const answerOthers = handlerFor(unnamed);
  const addressesOfData = dataAddresses(build.routes);
  return (request, response, next) => {
    // Redirected, because the browser's router would take the same address for the data's route.
    if (isForDocument(request) && addressesOfData.some((address) => address.test(request.path)))
      return response.redirect(`${NOT_FOUND}${request.originalUrl.slice(request.path.length)}`);
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
