import "@fontsource-variable/inter/wght.css";
import interLatin from "@fontsource-variable/inter/files/inter-latin-wght-normal.woff2?url";
import type { HeadersFunction, LinksFunction, MetaFunction } from "@remix-run/node";
import {
  Links,
  Meta,
  Outlet,
  Scripts,
  ScrollRestoration,
  useLocation,
  useRouteError,
} from "@remix-run/react";
import polarisStyles from "@shopify/polaris/build/esm/styles.css?url";
import { boundary } from "@shopify/shopify-app-remix/server";
import { type ReactNode, useEffect } from "react";
import { ErrorPage } from "~/ui/ErrorPage";
import { useNonce } from "~/ui/nonce";
import { PageLinksProvider } from "~/ui/PageLink";
import { setShownAddress } from "~/ui/refused-requests";
import "./base.css";

export const links: LinksFunction = () => [
  { rel: "preload", href: polarisStyles, as: "style" },
  { rel: "stylesheet", href: polarisStyles },
  // Before the styles ask for it, so that no text is drawn twice.
  { rel: "preload", href: interLatin, as: "font", type: "font/woff2", crossOrigin: "anonymous" },
  { rel: "icon", href: "/favicon.svg", type: "image/svg+xml" },
];

export const meta: MetaFunction = () => [{ title: "Backroom" }];

/** Shopify's authentication uses headers. Without this, single fetch would drop those of its refusals. */
export const headers: HeadersFunction = (args) => boundary.headers(args);

/** The document around every page, also around one that could not be shown. */
export function Layout({ children }: { children: ReactNode }) {
  const { pathname, search } = useLocation();
  const nonce = useNonce();
  useEffect(() => setShownAddress(`${pathname}${search}`), [pathname, search]);
  return (
    <html lang="en">
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <Meta />
        <Links />
      </head>
      <body>
        <PageLinksProvider>{children}</PageLinksProvider>
        <ScrollRestoration nonce={nonce} />
        <Scripts nonce={nonce} />
      </body>
    </html>
  );
}

export default function Root() {
  return <Outlet />;
}

export function ErrorBoundary() {
  return (
    <main>
      <ErrorPage error={useRouteError()} />
    </main>
  );
}
