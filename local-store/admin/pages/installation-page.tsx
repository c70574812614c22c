import { application } from "../../config.ts";
import { type PageOptions, renderPage } from "../frame.tsx";
import type { PageContext } from "../page-context.ts";
import type { SubscriptionLine } from "../queries.ts";

interface InstallationPage {
  /** The granted scopes, or null when the app is not installed. */
  scopes: string[] | null;
  subscriptions: SubscriptionLine[];
  hasClassicAccounts: boolean;
  notice: PageOptions["notice"];
}

/** Whether the app is installed, what it may do, and the requests about personal data that Shopify passes on. */
export function installationPage(context: PageContext, page: InstallationPage): string {
  const base = `/store/${context.shop.handle}/app`;
  return renderPage(
    { title: "App and privacy", context, notice: page.notice },
    <>
      <form className="card" method="post" action={base}>
        <h2>{application.name}</h2>
        <p>
          {page.scopes ? `Installed. It may: ${page.scopes.join(", ")}.` : "Not installed in this store."}
        </p>
        <div className="actions">
          <button type="submit" name="action" value="install">
            {page.scopes ? "Install again (reads shopify.app.toml)" : "Install"}
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
            ? "Classic: Shopify itself sends the mail of an invitation."
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
        <h2>Requests about personal data</h2>
        <div className="toolbar">
          <input name="email" type="email" placeholder="Customer's e-mail" aria-label="Customer's e-mail" />
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
              <th>Address</th>
              <th>Made by</th>
            </tr>
          </thead>
          <tbody>
            {page.subscriptions.map((line) => (
              <tr key={line.id}>
                <td>{line.topic}</td>
                <td>{line.uri}</td>
                <td>{line.source === "api" ? "the API" : "shopify.app.toml"}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </section>
    </>,
  );
}
