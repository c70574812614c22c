import path from "node:path";
import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { render, screen } from "@testing-library/react";
import {
  createMemoryRouter,
  UNSAFE_ErrorResponseImpl as ErrorResponse,
  Outlet,
  type RouteObject,
  RouterProvider,
} from "react-router-dom";
import { ErrorBoundary } from "~/root";
import { PageLinksProvider } from "~/ui/PageLink";
import remixConfig from "../../remix.config.js";
import { ROUTES_OUTSIDE_PAGES } from "./route-files.ts";
import { DEMO, type TestShop } from "./test-shop.ts";

/** Shopify's library answers unknown programs with 410. */
const BROWSER = "Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 Chrome/140.0 Safari/537.36";

interface Visitor {
  /** An administrator of the store. The account owner unless set. */
  administrator?: string;
  shop?: string;
}

/**
 * Opens an address of the console in this process: the build's routes with their loaders, actions and components, inside the shell. Links
 * lead to other pages. There is no App Bridge, so nothing is live: pages are read again after a call, or when they are opened.
 * @returns the router, whose state has the address
 */
export async function openConsole(testShop: TestShop, address: string, visitor: Visitor = {}) {
  const routes = consoleRoutes(await serverFor(testShop, visitor));
  const Root = () => (
    <PageLinksProvider>
      <Outlet />
    </PageLinksProvider>
  );
  const router = createMemoryRouter([{ id: "root", Component: Root, ErrorBoundary, children: routes }], {
    initialEntries: [address],
    future: { v7_fetcherPersist: true, v7_relativeSplatPath: true },
  });
  render(<RouterProvider router={router} future={{ v7_startTransition: true }} />);
  await screen.findByRole("main");
  return router;
}

type Args = LoaderFunctionArgs & ActionFunctionArgs;
type Handler = (args: Args) => unknown;
/** Runs a loader or an action as the server does. */
type Server = (handler: Handler, args: Args) => Promise<unknown>;

/** The server as a signed-in administrator's browser reaches it. */
async function serverFor(testShop: TestShop, { administrator = "1", shop = DEMO }: Visitor): Promise<Server> {
  const { app } = await import("~/app.server");
  return async (handler, { request, params }) => {
    const { pathname, search } = new URL(request.url);
    const headers = new Headers(request.headers);
    headers.set("authorization", `Bearer ${testShop.token(administrator, shop)}`);
    headers.set("user-agent", BROWSER);
    const { method } = request;
    const body = method === "GET" ? undefined : await request.text();
    const received = new Request(`http://localhost:3000${pathname}${search}`, { method, headers, body });
    return sent(await handler({ request: received, params, context: { app } }));
  };
}

/** What the browser receives of an answer. */
function sent(answer: unknown): unknown {
  if (answer instanceof Response) return answer;
  const { type, data } = (answer ?? {}) as { type?: string; data?: unknown };
  return structuredClone(type === "DataWithResponseInit" ? data : answer);
}

/** What a client loader gets of the server's: an answer that is an error is thrown with its body. */
async function withErrors(loading: Promise<unknown>): Promise<unknown> {
  try {
    return await loading;
  } catch (error) {
    if (!(error instanceof Response) || error.status < 400) throw error;
    throw new ErrorResponse(error.status, error.statusText, await error.json());
  }
}

type DefineRoute = (url: string, file: string, more?: unknown, defineChildren?: () => void) => void;

/** The routes of `remix.config.js` and of `app/routes`. A route's file is loaded when it is opened. */
function consoleRoutes(server: Server): RouteObject[] {
  let siblings: RouteObject[] = [];
  const route: DefineRoute = (url, file, more, defineChildren) => {
    const parents = siblings;
    siblings = [];
    const define = typeof more === "function" ? more : defineChildren;
    define?.();
    const children = siblings;
    siblings = parents;
    const lazy = () => loadRoute(file, server);
    siblings.push(
      url === "" && children.length === 0
        ? { index: true, lazy }
        : { id: path.parse(file).name === "shell" ? "shell" : undefined, path: url, lazy, children },
    );
  };
  remixConfig.routes?.((define) => {
    define(route as never);
    return {};
  });
  const outside = Object.values(ROUTES_OUTSIDE_PAGES).map(({ id, path: url }) => ({
    path: url,
    lazy: () => loadRoute(id, server),
  }));
  return [...siblings, ...outside];
}

/** What Remix makes of a route's file in the browser. */
async function loadRoute(file: string, server: Server) {
  const module = await import(/* @vite-ignore */ path.resolve("app", file));
  const {
    default: Component,
    shouldRevalidate,
    ErrorBoundary,
    loader,
    clientLoader,
    action,
    clientAction,
  } = module;
  const serverLoader = (args: Args) => server(loader, args);
  const serverAction = (args: Args) => server(action, args);
  return {
    Component,
    shouldRevalidate,
    ErrorBoundary,
    loader:
      clientLoader && loader
        ? (args: Args) => clientLoader({ ...args, serverLoader: () => withErrors(serverLoader(args)) })
        : loader && serverLoader,
    action:
      clientAction && action
        ? (args: Args) => clientAction({ ...args, serverAction: () => serverAction(args) })
        : action && serverAction,
  };
}
