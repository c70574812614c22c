import { text } from "node:stream/consumers";
import type { EntryContext } from "@remix-run/node";
import { isRouteErrorResponse, RemixServer } from "@remix-run/react";
import { renderToString } from "react-dom/server";
import { createNonce, pagePolicy } from "./platform/auth/page-policy.server";
import { shopify } from "./platform/auth/shopify.server";
import { log, withoutSecrets } from "./platform/log.server";
import { NonceContext } from "./ui/nonce";

/** How long the loaders' data may take to be written (milliseconds). */
export const streamTimeout = 10_000;

/**
 * Renders a page in one piece: no page defers a part of its data. A page takes a fifth less work as a string than as a stream, which
 * encodes every attribute by itself. Shopify's library adds the preload of App Bridge.
 */
export default async function handleRequest(
  request: Request,
  status: number,
  headers: Headers,
  context: EntryContext,
): Promise<Response> {
  shopify.addDocumentResponseHeaders(request, headers);
  const nonce = createNonce();
  headers.set("Content-Security-Policy", pagePolicy(request.url, nonce));
  headers.set("Content-Type", "text/html; charset=utf-8");
  const readable = await withDataRead(context);
  const html = renderToString(
    <NonceContext.Provider value={nonce}>
      <RemixServer context={readable} url={request.url} nonce={nonce} />
    </NonceContext.Provider>,
  );
  // As bytes, because Response copies a string to check it.
  return new Response(Buffer.from(`<!DOCTYPE html>${html}`), { headers, status });
}

/** The context whose data Remix can write without waiting. A string can't wait for the stream that it reads otherwise. */
async function withDataRead(context: EntryContext): Promise<EntryContext> {
  if (!context.serverHandoffStream) return context;
  const result = { done: true, value: await text(context.serverHandoffStream) };
  return {
    ...context,
    serverHandoffStream: new ReadableStream(),
    renderMeta: { ...context.renderMeta, streamCache: { 0: Object.assign(Promise.resolve(), { result }) } },
  };
}

/** Logs errors that `authorize` hasn't handled. */
export function handleError(error: unknown, { request }: { request: Request }): void {
  if (request.signal.aborted) return;
  const path = withoutSecrets(new URL(request.url).pathname);
  // The caller's mistake: an address without a page, or a page without an action.
  if (isRouteErrorResponse(error) && error.status < 500)
    log.info({ path, status: error.status }, "a request was refused");
  else log.error({ err: error, path }, "a request failed unexpectedly");
}
