import type { ReactNode } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import type { ShopConfig } from "../config.ts";

/** Files that a page of the theme loads, by their addresses. */
interface PageFiles {
  stylesheet: string;
  javascript: string;
}

interface PageOptions {
  files?: PageFiles;
  /** "en" when absent. */
  locale?: string;
}

/** Renders content in the shop's storefront layout. */
export const storefrontPage = (shop: ShopConfig, content: ReactNode, options: PageOptions = {}): string =>
  `<!doctype html>${renderToStaticMarkup(
    <Layout shop={shop} {...options}>
      {content}
    </Layout>,
  )}`;

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

/** Renders a page of the theme. @param html of its blocks */
export const themePage = (shop: ShopConfig, html: string, options: PageOptions): string =>
  storefrontPage(shop, CONTENT, options).replace(CONTENT, () => html);

/** The storefront's home page. */
export const homePage = (shop: ShopConfig, pages: readonly string[]): string =>
  storefrontPage(
    shop,
    <>
      <h1>{`Welcome to ${shop.name}`}</h1>
      <p>
        This is the storefront of a shop that runs on this machine. It has no products. The links in the
        shop’s emails lead here. These pages show the blocks that Backroom adds to a theme:
      </p>
      <ul>
        {pages.map((name) => (
          <li key={name}>
            <a href={`${storefrontPath(shop)}/pages/${name}`}>{name}</a>
          </li>
        ))}
      </ul>
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

function Layout({
  shop,
  files,
  locale = "en",
  children,
}: PageOptions & { shop: ShopConfig; children: ReactNode }) {
  return (
    <html lang={locale}>
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <title>{shop.name}</title>
        <link rel="icon" href="data:," />
        <link rel="stylesheet" href="/storefront.css" />
        {/* Shopify puts a module into the head of each page, too. */}
        <script type="module">{"window.Shopify ||= {};"}</script>
        {files && <link rel="stylesheet" href={files.stylesheet} />}
        {files && <script src={files.javascript} defer />}
      </head>
      <body>
        <header>
          <a href={`${storefrontPath(shop)}/`}>{shop.name}</a>
          <a className="account" href={`${storefrontPath(shop)}/account/login`}>
            Account
          </a>
        </header>
        <main>{children}</main>
        <footer>{`© ${shop.name}`}</footer>
      </body>
    </html>
  );
}
