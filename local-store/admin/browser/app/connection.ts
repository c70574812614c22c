import type { FromAdmin, FromApp } from "../messages.ts";

type Handler = (message: FromAdmin) => void;

const handlers = new Set<Handler>();
const queued: FromApp[] = [];
let post: (message: FromApp) => void = (message) => queued.push(message);

/**
 * Connects to the admin page around this frame. Messages from other origins are ignored. Outgoing messages are queued until the admin
 * page sends `hello`.
 */
export function connectToAdmin(adminOrigin: string, signal: AbortSignal): void {
  window.addEventListener(
    "message",
    (event: MessageEvent<FromAdmin>) => {
      if (event.origin !== adminOrigin || event.source !== window.parent) return;
      if (event.data.type === "hello") openChannel(adminOrigin);
      if (event.data.type === "navigate") navigate(event.data.href);
      for (const handler of handlers) handler(event.data);
    },
    { signal },
  );
  if (window.parent !== window) window.parent.postMessage({ type: "ready" } satisfies FromApp, adminOrigin);
}

function openChannel(adminOrigin: string): void {
  post = (message) => window.parent.postMessage(message, adminOrigin);
  post({ type: "here" });
  for (const message of queued.splice(0)) post(message);
}

/** Sends a message to the admin page. */
export function sendToAdmin(message: FromApp): void {
  post(message);
}

/** Calls the handler for every message of the admin page. @returns a function that removes the handler */
export function onAdminMessage(handler: Handler): () => void {
  handlers.add(handler);
  return () => handlers.delete(handler);
}

/** App Bridge requests a client-side navigation with an event on a link, which AppProvider passes to the router. */
function navigate(href: string): void {
  const link = document.createElement("a");
  link.href = href;
  link.setAttribute("href", href);
  link.hidden = true;
  document.body.append(link);
  link.dispatchEvent(new Event("shopify:navigate", { bubbles: true }));
  link.remove();
}
