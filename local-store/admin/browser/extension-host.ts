/**
 * The stand-in of the part of the admin that runs a block of an app. It has only what Backroom's block uses: an element, or a part of the API,
 * that isn't here is an error, so that no block is shown here that Shopify would show in another way.
 * @see https://shopify.dev/docs/api/admin-extensions
 */
import { defineElements, isKnown } from "./extension/elements.ts";

const { appUrl = "", tokenUrl = "", module = "", customer = "", appPath = "" } = document.body.dataset;
const nativeFetch = window.fetch.bind(window);

async function idToken(): Promise<string> {
  const response = await nativeFetch(tokenUrl);
  if (!response.ok) throw new Error(`The local store returned no session token: ${response.status}.`);
  return response.text();
}

/** Relative addresses are the app's. Requests to them have the session token of the administrator. */
window.fetch = async (input, init) => {
  if (typeof input !== "string" || !input.startsWith("/"))
    throw new Error("A block may only request addresses of its app.");
  const headers = new Headers(init?.headers);
  headers.set("Authorization", `Bearer ${await idToken()}`);
  return nativeFetch(new URL(input, appUrl), { ...init, headers });
};

const target = "admin.customer-details.block.render";
Object.assign(window, { shopify: { extension: { target }, data: { selected: [{ id: customer }] } } });

defineElements(appPath);
new MutationObserver((changes) => {
  for (const { addedNodes } of changes)
    for (const node of addedNodes)
      for (const element of node instanceof Element ? [node, ...node.querySelectorAll("*")] : [])
        if (!isKnown(element)) throw new Error(`The local store doesn't draw ${element.outerHTML}.`);
}).observe(document.body, { childList: true, subtree: true });

// The admin gives a block the height that it needs.
const frame = window.frameElement as HTMLElement | null;
if (frame)
  new ResizeObserver(() => {
    frame.style.height = `${document.documentElement.offsetHeight}px`;
  }).observe(document.documentElement);

async function run(): Promise<void> {
  const extension = (await import(/* @vite-ignore */ module)) as { default: () => Promise<void> };
  await extension.default();
}
void run();
