import type { IncomingMessage, ServerResponse } from "node:http";
import { OpenAPIHandler } from "@orpc/openapi/node";
import { BodyLimitPlugin } from "@orpc/server/node";
import { bearerToken, signedInBy } from "~/platform/auth/session-token.server";
import { toErrorBody } from "~/platform/contract/answer";
import { app } from "./app.server";
import { asCallError } from "./core/call.server";
import { withoutEmptyParameters } from "./core/empty-parameters.server";
import { createOpenApiDocument } from "./core/openapi.server";
import { WITHIN_HEADER } from "./core/remote-client.server";
import { localStoreUrl } from "./platform/app-address.server";
import { systemClock } from "./platform/clock";
import { withDeadline } from "./platform/deadline.server";
import { notFound, Refusal, unauthorized } from "./platform/errors";

const MAX_BODY_BYTES = 10 * 1024 * 1024;

/** When a caller tries again that can't be signed in at the moment. */
const RETRY_AFTER_SECONDS = "30";

const handler = new OpenAPIHandler(app.router, {
  plugins: [new BodyLimitPlugin({ maxBodySize: MAX_BODY_BYTES })],
  clientInterceptors: [({ next, ...call }) => next({ ...call, input: withoutEmptyParameters(call) })],
  customErrorResponseBodyEncoder: (error) => toErrorBody(error.status === 413 ? tooLarge() : error),
});

/** The library's own words for a body over the limit say neither the limit nor what to do. */
const tooLarge = () =>
  asCallError(
    new Refusal(413, "PAYLOAD_TOO_LARGE", "The request is larger than 10 MB. Send it in several parts."),
    "api",
  );

/**
 * The HTTP API under `/api`, for scripts, integrations, tests and a console elsewhere: the calls of the contract, with a
 * session token as Bearer. `/api/openapi.json` describes them.
 */
export async function handleApi(request: IncomingMessage, response: ServerResponse): Promise<void> {
  response.setHeader("Cache-Control", "no-store");
  if (allowExtension(request, response)) return void response.writeHead(204).end();
  try {
    if (request.url?.split("?")[0] === "/api/openapi.json")
      return send(response, 200, await openApiDocument());
    const token = bearerToken(request.headers.authorization);
    const signedIn = token ? await signedInBy(token) : null;
    if (!signedIn) throw unauthorized();
    const context = app.contextOf({ ...signedIn, clock: systemClock });
    const { matched } = await withDeadline(
      () => handler.handle(request, response, { prefix: "/api", context }),
      withinMsOf(request),
    );
    if (!matched) throw notFound("There is no such call. /api/openapi.json lists them.");
  } catch (error) {
    const failure = asCallError(error, "api");
    if (failure.status === 503) response.setHeader("Retry-After", RETRY_AFTER_SECONDS);
    send(response, failure.status, toErrorBody(failure));
  }
}

/** Where Shopify runs extensions of its admin. */
const EXTENSIONS_ORIGIN = "https://extensions.shopifycdn.com";

/**
 * Lets a browser read the answers in the extension of the Shopify admin (`extensions/customer-block`), and on no other site. It sends a session
 * token, as everyone does. On this machine, the local store runs it.
 * @returns whether the request only asks what is allowed
 */
function allowExtension({ method, headers }: IncomingMessage, response: ServerResponse): boolean {
  response.setHeader("Vary", "Origin");
  if (headers.origin !== (localStoreUrl() ?? EXTENSIONS_ORIGIN)) return false;
  response.setHeader("Access-Control-Allow-Origin", headers.origin);
  if (method !== "OPTIONS" || !headers["access-control-request-method"]) return false;
  response.setHeader("Access-Control-Allow-Methods", "GET, POST, PUT");
  response.setHeader("Access-Control-Allow-Headers", "authorization, content-type");
  response.setHeader("Access-Control-Max-Age", "600");
  return true;
}

/** A page in another process may wait for less than a whole deadline. */
function withinMsOf({ headers }: IncomingMessage): number | undefined {
  const text = headers[WITHIN_HEADER];
  return typeof text === "string" && /^[1-9]\d{0,5}$/.test(text) ? Number(text) : undefined;
}

function send(response: ServerResponse, status: number, body: unknown): void {
  response.writeHead(status, { "content-type": "application/json; charset=utf-8" });
  response.end(JSON.stringify(body));
}

let document: Promise<unknown> | undefined;

/** The OpenAPI description of the calls, made from the contract once. */
export function openApiDocument(): Promise<unknown> {
  document ??= createOpenApiDocument(app.contract, app.declarations);
  return document;
}
