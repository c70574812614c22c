import type { ReactNode } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import type { ShopConfig } from "../config.ts";

/** A page of the shop's storefront around a content of its own. */
export const storefrontPage = (shop: ShopConfig, content: ReactNode): string =>
  `<!doctype html>${renderToStaticMarkup(<Layout shop={shop}>{content}</Layout>)}`;

/** Where a theme has {{ content_for_layout }}. */
const CONTENT = "content_for_layout";

/**
 * What an app answered as `application/liquid`, inside the shop's layout, as Shopify's themes do it.
 * @throws Error when it holds Liquid: this store runs none, and would show what Shopify would carry out
 */
export function inLayout(shop: ShopConfig, liquid: string): string {
  if (/\{\{|\{%/.test(liquid))
    throw new Error("The app answered with Liquid, which the local store does not run.");
  return storefrontPage(shop, CONTENT).replace(CONTENT, () => liquid);
}

/** The storefront's first page. */
export const homePage = (shop: ShopConfig): string =>
  storefrontPage(
    shop,
    <>
      <h1>{`Welcome to ${shop.name}`}</h1>
      <p>
        This is the storefront of a shop that runs on this machine. It sells nothing; it is where the links in
        the shop’s mails lead.
      </p>
    </>,
  );

/** A page that says one thing. */
export const saying = (shop: ShopConfig, title: string, sentence: string): string =>
  storefrontPage(
    shop,
    <>
      <h1>{title}</h1>
      <p>{sentence}</p>
    </>,
  );

/** Where a shop's storefront is, below the local store's address. */
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
