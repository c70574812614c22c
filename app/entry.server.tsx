import { PassThrough } from "node:stream";
import { buffer } from "node:stream/consumers";
import type { EntryContext } from "@remix-run/node";
import { isRouteErrorResponse, RemixServer } from "@remix-run/react";
import { renderToPipeableStream } from "react-dom/server";
import { shopify } from "./platform/auth/shopify.server";
import { log, withoutSecrets } from "./platform/log.server";

/** How long a page may take to be written (milliseconds). */
export const streamTimeout = 10_000;

/** Renders a page. Shopify's library adds the headers that allow only the admin to embed it. */
export default function handleRequest(
  request: Request,
  status: number,
  headers: Headers,
  context: EntryContext,
): Promise<Response> {
  shopify.addDocumentResponseHeaders(request, headers);
  headers.set("Content-Type", "text/html; charset=utf-8");
  return new Promise((resolve, reject) => {
    let statusNow = status;
    const { pipe, abort } = renderToPipeableStream(<RemixServer context={context} url={request.url} />, {
      // In one piece: no page defers a part of its data, so streaming would only send it in a hundred small ones.
      onAllReady: () => {
        const body = new PassThrough();
        buffer(body).then((html) => resolve(new Response(html, { headers, status: statusNow })), reject);
        pipe(body);
      },
      onShellError: reject,
      onError(error: unknown) {
        statusNow = 500;
        log.error({ err: error }, "a page could not be written");
      },
    });
    setTimeout(abort, streamTimeout + 1_000).unref();
  });
}

/** Faults of loaders and actions that did not come through the door. */
export function handleError(error: unknown, { request }: { request: Request }): void {
  if (request.signal.aborted) return;
  const path = withoutSecrets(new URL(request.url).pathname);
  // The caller's mistake: an address without a page, or a page without an action.
  if (isRouteErrorResponse(error) && error.status < 500)
    log.info({ path, status: error.status }, "a request was refused");
  else log.error({ err: error, path }, "a request failed unexpectedly");
}
