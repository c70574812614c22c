import http from "node:http";
import type { AppLoadContext, ServerBuild } from "@remix-run/node";
import compression from "compression";
import express, { type ErrorRequestHandler, type RequestHandler } from "express";
import { MEGABYTE, RECEIVED_UPLOAD_MEGABYTES } from "~/core/attachments/attachment-definition";
import type { PublicPage } from "~/core/public-page";
import { closeDatabase } from "~/platform/db/pool.server";
import { log } from "~/platform/log.server";
import type { WebEnvironment } from "../environment.ts";
import { listenForMetrics } from "../metrics.ts";
import { announceReady, onShutdown } from "../process/lifetime.ts";
import { startTracing } from "../tracing.ts";
import { accessLog } from "./access-log.ts";
import { answerPages } from "./answer-pages.ts";
import { BODY_LIMITS } from "./arriving-bodies.ts";
import { limitBody } from "./body-limit.ts";
import { closeGracefully, drain } from "./graceful-close.ts";
import { health } from "./health.ts";
import { knownLength } from "./known-length.ts";
import { listen } from "./listen.ts";
import { matchRoute, routeOf } from "./matched-route.ts";
import { noStore } from "./no-store.ts";
import { refuseOverload } from "./overload.ts";
import { publicLimits } from "./public-limits.ts";
import { refuseInvalidRequests } from "./refuse-invalid-requests.ts";

/** The parts of a web process that differ between the built app and the development server. */
export interface WebParts {
  environment: WebEnvironment;
  /** Serves the browser's files, from the build or from Vite. */
  assets: RequestHandler;
  /** Handles the calls under `/api` without the pages' routing. Reloaded for each call in development. */
  handleApi: (request: http.IncomingMessage, response: http.ServerResponse) => Promise<void>;
  /** Attaches the realtime server. */
  attachRealtime: (server: http.Server) => Closable | Promise<Closable>;
  /** What each request's loaders and actions get. */
  loadContext: () => AppLoadContext | Promise<AppLoadContext>;
  publicPages: readonly PublicPage[];
  remixBuild: ServerBuild | (() => Promise<ServerBuild>);
}

interface Closable {
  close(): Promise<void>;
}

/** The largest body outside of public pages: a file of 10 MB, and the form around it. */
const MAX_MEGABYTES = 11;

/**
 * Listens on `PORT` and serves until the process is shut down.
 * @throws Error naming PORT when it is in use.
 */
export async function serve(parts: WebParts): Promise<void> {
  const { environment } = parts;
  const app = express();
  app.disable("x-powered-by");
  // The reverse proxy terminates TLS. Its X-Forwarded-* headers are trusted, but none from the public internet.
  app.set("trust proxy", ["loopback", "linklocal", "uniquelocal", ...environment.TRUSTED_PROXIES]);

  const ending = new AbortController();
  app.get("/healthz", health(ending.signal));
  app.use(accessLog(), matchRoute(parts.remixBuild), refuseInvalidRequests);
  app.use(compression(), knownLength);
  app.use(parts.assets);
  app.use(noStore);
  app.use(refuseOverload({ maxInFlight: environment.MAX_REQUESTS_IN_FLIGHT }));
  app.all(/^\/api(\/|$)/, (request, response, next) => {
    parts.handleApi(request, response).catch(next);
  });
  app.use(publicLimits(parts.publicPages), limitBodies);
  app.all(
    "*",
    answerPages({
      build: parts.remixBuild,
      getLoadContext: parts.loadContext,
      mode: process.env.NODE_ENV,
    }),
  );
  app.use(answerFault);

  const server = http.createServer(app);
  // Longer than the usual 60 s of a load balancer, which must be the one to close an idle connection.
  server.keepAliveTimeout = 65_000;
  server.headersTimeout = 20_000;
  // The time of the largest body at the lowest rate.
  server.requestTimeout = ((RECEIVED_UPLOAD_MEGABYTES * MEGABYTE) / BODY_LIMITS.minBytesPerSecond) * 1000;

  const stopTracing = await startTracing("web");
  const realtime = await parts.attachRealtime(server);
  const closeMetrics = await listenForMetrics({
    port: environment.METRICS_PORT,
    address: environment.METRICS_BIND,
  });
  const stopListening = await listen(server, environment);
  onShutdown("web", async (reason) => {
    ending.abort();
    // Something else takes over. A person who presses Ctrl-C doesn't wait for that.
    if (reason === "SIGTERM") await drain(server);
    closeMetrics();
    stopListening();
    const requestsDone = closeGracefully(server);
    await realtime.close();
    await requestsDone;
    await closeDatabase();
    await stopTracing();
  });
  log.info({ port: environment.PORT }, "web ready");
  announceReady();
}

/** Shopify's webhooks are small. */
const limitOfWebhooks = limitBody({ megabytes: 2 });
const limitOfOthers = limitBody({ megabytes: MAX_MEGABYTES });
const limitBodies: RequestHandler = (request, response, next) =>
  (routeOf(response)?.pattern === "/webhooks" ? limitOfWebhooks : limitOfOthers)(request, response, next);

/** Last resort for a fault: the browser gets only the reference that is in the log. */
const answerFault: ErrorRequestHandler = (error, _request, response, next) => {
  const reference = response.locals.requestId;
  log.error({ err: error, reference }, "a request failed");
  if (response.headersSent) return next(error);
  response.status(500).type("text").send(`Something went wrong. Reference: ${reference}`);
};
