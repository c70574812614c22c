import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { verifySessionToken } from "../../../local-store/http/session-token.ts";

export interface StubApp {
  url: string;
  /** The URL of the store's admin, which is known only after the store starts. */
  adminOrigin: string;
  close(): Promise<void>;
}

/** A minimal embedded app: it loads app-bridge.js, and every route shows its own location. */
export async function startStubApp(): Promise<StubApp> {
  const server = createServer((request, response) => {
    const url = new URL(request.url ?? "/", "http://app.test");
    if (url.pathname === "/who") {
      const token = (request.headers.authorization ?? "").replace("Bearer ", "");
      const claims = verifySessionToken(token, {
        apiKey: "backroom-local",
        apiSecret: "backroom-local-secret",
        now: new Date(),
      });
      if (!claims) response.writeHead(401, { "X-Shopify-Retry-Invalid-Session-Request": "1" });
      response.end(claims ? `administrator ${claims.sub} of ${claims.dest}` : "");
      return;
    }
    const bounces = url.pathname !== "/session-token" && !url.searchParams.has("id_token");
    if (bounces && !request.headers.authorization) {
      const target = `${url.pathname}${url.search}`;
      const query = new URLSearchParams({ "shopify-reload": target });
      response.writeHead(302, { Location: `/session-token?${query}` }).end();
      return;
    }
    response.setHeader("Content-Type", "text/html; charset=utf-8");
    response.end(url.pathname === "/session-token" ? bridgeScript(app) : page(app));
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const app: StubApp = {
    url: `http://localhost:${(server.address() as AddressInfo).port}`,
    adminOrigin: "",
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
  return app;
}

const bridgeScript = (app: StubApp) =>
  `<script data-api-key="backroom-local" src="${app.adminOrigin}/app-bridge.js"></script>`;

const page = (app: StubApp) => `<!doctype html><title>Stub</title>${bridgeScript(app)}
<ui-nav-menu><a href="/" rel="home">Home</a><a href="/students">Students</a><a href="/settings">Settings</a></ui-nav-menu>
<h1 id="where"></h1>
<button id="toast">Toast</button> <button id="who">Who</button> <output id="answer"></output>
<button id="orders" onclick="window.open('https://admin.shopify.com/store/backroom-demo/products', '_top')">Products</button>
<form data-save-bar><label>Limit <input name="limit" value="9500"></label></form>
<script>
  const show = () => { where.textContent = location.pathname; };
  addEventListener("shopify:navigate", (event) => { history.pushState(null, "", event.target.getAttribute("href")); show(); });
  addEventListener("popstate", show);
  document.forms[0].addEventListener("submit", (event) => { event.preventDefault(); answer.textContent = "saved " + event.target.limit.value; });
  toast.onclick = () => shopify.toast.show("Hello from the app");
  who.onclick = async () => { answer.textContent = await (await fetch("/who")).text(); };
  show();
</script>`;
