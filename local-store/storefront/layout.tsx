import type { ReactNode } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import type { ShopConfig } from "../config.ts";

/** Renders content in the shop's storefront layout. */
export const storefrontPage = (shop: ShopConfig, content: ReactNode): string =>
  `<!doctype html>${renderToStaticMarkup(<Layout shop={shop}>{content}</Layout>)}`;

/** The placeholder for the app's content, as in a theme's layout. */
const CONTENT = "content_for_layout";

/**
 * Renders an app's `application/liquid` response in the shop's layout, as Shopify does.
 * @throws Error if the response contains Liquid: this store would show code that Shopify executes.
 */
export function renderLiquidPage(shop: ShopConfig, liquid: string): string {
  if (/\{\{|\{%/.test(liquid))
    throw new Error("The app responded with Liquid, which the local store can't execute.");
  return storefrontPage(shop, CONTENT).replace(CONTENT, () => liquid);
}

/** The storefront's home page. */
export const homePage = (shop: ShopConfig): string =>
  storefrontPage(
    shop,
    <>
      <h1>{`Welcome to ${shop.name}`}</h1>
      <p>
        This is the storefront of a shop that runs on this machine. It has no products. The links in the
        shop’s emails lead here.
      </p>
    </>,
  );

/** A page with a title and one sentence. */
export const messagePage = (shop: ShopConfig, title: string, sentence: string): string =>
  storefrontPage(
    shop,
    <>
      <h1>{title}</h1>
      <p>{sentence}</p>
    </>,
  );

/** The path of a shop's storefront. */
export const storefrontPath = (shop: ShopConfig): string => `/storefront/${shop.domain}`;

function Layout({ shop, children }: { shop: ShopConfig; children: ReactNode }) {
  return (
    <html lang="en">
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <title>{shop.name}</title>
        <link rel="icon" href="data:," />
        <link rel="stylesheet" href="/storefront.css" />
      </head>
      <body>
        <header>
          <a href={`${storefrontPath(shop)}/`}>{shop.name}</a>
        </header>
        <main>{children}</main>
        <footer>{`© ${shop.name}`}</footer>
      </body>
    </html>
  );
}
