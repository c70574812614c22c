import type { FromAdmin, FromApp } from "../messages.ts";

type Handler = (message: FromAdmin) => void;

const handlers = new Set<Handler>();
const waiting: FromApp[] = [];
let post: (message: FromApp) => void = (message) => waiting.push(message);

/**
 * Opens the channel to the admin page around this frame; messages from any other origin are ignored. What is sent before the admin
 * page listens is kept until it says hello.
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
  for (const message of waiting.splice(0)) post(message);
}

/** Sends a message to the admin page. */
export function tellAdmin(message: FromApp): void {
  post(message);
}

/** Calls the handler for every message of the admin page, for as long as this window lives. */
export function onAdminMessage(handler: Handler): () => void {
  handlers.add(handler);
  return () => handlers.delete(handler);
}

/** App Bridge asks the app for a client navigation by an event at a link; AppProvider listens and calls the router. */
function navigate(href: string): void {
  const link = document.createElement("a");
  link.href = href;
  link.setAttribute("href", href);
  link.hidden = true;
  document.body.append(link);
  link.dispatchEvent(new Event("shopify:navigate", { bubbles: true }));
  link.remove();
}
