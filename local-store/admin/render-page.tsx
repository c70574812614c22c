import type { ReactNode } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { application, shops } from "../config.ts";
import type { PageContext } from "./page-context.ts";

export interface PageOptions {
  title: string;
  context: PageContext;
  /** A message above the content, after an action. */
  notice?: { level: "success" | "critical"; text: string } | undefined;
  /** Whether the content fills the page below the top bar, as the app does. */
  isFullBleed?: boolean;
}

/** Renders an admin page as HTML. React escapes all data. */
export function renderPage(options: PageOptions, content: ReactNode): string {
  return `<!doctype html>${renderToStaticMarkup(<Page {...options}>{content}</Page>)}`;
}

function Page({ title, context, notice, isFullBleed, children }: PageOptions & { children: ReactNode }) {
  return (
    <html lang="en">
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <title>{`${title} · ${context.shop.name}`}</title>
        <link rel="icon" href="data:," />
        <link rel="stylesheet" href="/admin.css" />
      </head>
      <body>
        <TopBar context={context} />
        <div className="columns">
          <Menu context={context} />
          <main className={isFullBleed ? "is-full-bleed" : "content"}>
            {notice ? (
              <p className={`notice is-${notice.level}`} role="status">
                {notice.text}
              </p>
            ) : null}
            {isFullBleed ? null : <h1>{title}</h1>}
            {children}
          </main>
        </div>
        <div className="toasts" data-toasts aria-live="polite" />
        <script src="/admin.js" />
      </body>
    </html>
  );
}

function TopBar({ context }: { context: PageContext }) {
  return (
    <header className="top-bar">
      <button
        type="button"
        className="menu-button"
        data-menu-button
        aria-expanded="false"
        aria-controls="menu"
        aria-label="Menu"
      >
        ☰
      </button>
      <a className="brand" href={`/store/${context.shop.handle}`}>
        <span className="brand-mark" aria-hidden="true">
          B
        </span>
        <span className="brand-name">Local store</span>
      </a>
      <div className="save-bar" data-save-bar-host hidden>
        <span>Unsaved changes</span>
        <button type="button" data-discard>
          Discard
        </button>
        <button type="button" className="is-primary" data-save>
          Save
        </button>
      </div>
      <form className="switchers" action="/switch">
        <input type="hidden" name="path" value={context.path} />
        <label>
          <span className="switcher-label">Store</span>
          <select name="shop" defaultValue={context.shop.handle} data-submit>
            {shops.map((shop) => (
              <option key={shop.handle} value={shop.handle}>
                {shop.name}
              </option>
            ))}
          </select>
        </label>
        <label>
          <span className="switcher-label">Acting as</span>
          <select name="administrator" defaultValue={context.administrator.id} data-submit>
            {context.shop.administrators.map((each) => (
              <option key={each.id} value={each.id}>
                {`${each.firstName} ${each.lastName}${each.isAccountOwner ? " (owner)" : ""}`}
              </option>
            ))}
          </select>
        </label>
        <noscript>
          <button type="submit">Switch</button>
        </noscript>
      </form>
    </header>
  );
}

function Menu({ context }: { context: PageContext }) {
  const base = `/store/${context.shop.handle}`;
  const item = (href: string, label: string) => (
    <li key={href}>
      <a href={base + href} aria-current={context.path.split("?")[0] === href ? "page" : undefined}>
        {label}
      </a>
    </li>
  );
  return (
    <nav className="menu" id="menu" data-menu aria-label="Store">
      <ul>
        {item("/orders", "Orders")}
        {item("/customers", "Customers")}
        {item("/register", "Register a customer")}
        {item("/products", "Products")}
        {item("/collections", "Collections")}
        {item("/discounts", "Discounts")}
      </ul>
      <h2>Apps</h2>
      <div data-app-menu>
        <ul>
          <li>
            <a href={`${base}/apps/${application.handle}`} data-app-href="/">
              {application.name}
            </a>
          </li>
        </ul>
        <ul className="app-items" data-app-items />
      </div>
      <h2>This machine</h2>
      <ul>
        {item("/mail", "Mail")}
        {item("/agora", "Agora")}
        {item("/pricespider", "PriceSpider")}
        {item("/webhooks", "Webhooks log")}
        {item("/faults", "Faults")}
        {item("/app", "App and privacy")}
      </ul>
    </nav>
  );
}
