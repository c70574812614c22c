import { application } from "../../config.ts";
import type { SubscriptionListItem } from "../list-queries.ts";
import type { PageContext } from "../page-context.ts";
import { type PageOptions, renderPage } from "../render-page.tsx";

interface InstallationPage {
  /** The granted scopes, or null if the app isn't installed. */
  scopes: string[] | null;
  /** Scopes that the app requests and the shop hasn't granted. */
  pendingScopes: string[];
  subscriptions: SubscriptionListItem[];
  hasClassicAccounts: boolean;
  notice: PageOptions["notice"];
}

/** The app's installation, scopes, and webhook subscriptions, and Shopify's privacy requests. */
export function installationPage(context: PageContext, page: InstallationPage): string {
  const base = `/store/${context.shop.handle}/app`;
  return renderPage(
    { title: "App and privacy", context, notice: page.notice },
    <>
      <form className="card" method="post" action={base}>
        <h2>{application.name}</h2>
        <p>
          {page.scopes ? `Installed. Scopes: ${page.scopes.join(", ")}.` : "Not installed in this store."}
        </p>
        {page.pendingScopes.length > 0 ? (
          <p>{`Not accepted yet: ${page.pendingScopes.join(", ")}.`}</p>
        ) : null}
        <div className="actions">
          <button type="submit" name="action" value="install">
            {page.scopes ? "Reinstall from shopify.app.toml" : "Install"}
          </button>
          <button
            type="submit"
            name="action"
            value="uninstall"
            className="is-critical"
            disabled={!page.scopes}
          >
            Uninstall
          </button>
        </div>
      </form>
      <form className="card" method="post" action={base}>
        <h2>Customer accounts</h2>
        <p>
          {page.hasClassicAccounts
            ? "Classic: Shopify sends account invitation emails."
            : "New: customers sign in with a code."}
        </p>
        <div className="actions">
          <button
            type="submit"
            name="action"
            value={page.hasClassicAccounts ? "new accounts" : "classic accounts"}
          >
            {page.hasClassicAccounts ? "Use new customer accounts" : "Use classic customer accounts"}
          </button>
        </div>
      </form>
      <form className="card" method="post" action={base}>
        <h2>Privacy requests</h2>
        <div className="toolbar">
          <input name="email" type="email" placeholder="Customer email" aria-label="Customer email" />
          <button type="submit" name="action" value="customers/data_request">
            Request data
          </button>
          <button type="submit" name="action" value="customers/redact">
            Redact customer
          </button>
          <button type="submit" name="action" value="shop/redact" className="is-critical">
            Redact store
          </button>
        </div>
      </form>
      <section className="card is-flush">
        <table>
          <thead>
            <tr>
              <th>Subscription</th>
              <th>URL</th>
              <th>Source</th>
            </tr>
          </thead>
          <tbody>
            {page.subscriptions.map((line) => (
              <tr key={line.id}>
                <td>{line.topic}</td>
                <td>{line.uri}</td>
                <td>{line.source === "api" ? "API" : "shopify.app.toml"}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </section>
    </>,
  );
}
