import { application } from "../../config.ts";
import type { PageContext } from "../page-context.ts";
import { renderPage } from "../render-page.tsx";

/** The app in its frame. `src` is its URL with the parameters that Shopify adds. */
export function appPage(context: PageContext, options: { src: string; appOrigin: string }): string {
  const base = `/store/${context.shop.handle}/apps/${application.handle}`;
  return renderPage(
    { title: application.name, context, isFullBleed: true },
    <>
      <div className="loading-bar" />
      <iframe
        title={application.name}
        name="app-iframe"
        src={options.src}
        allow="clipboard-write"
        data-app-origin={options.appOrigin}
        data-base={base}
        data-token-url={`/store/${context.shop.handle}/session-token/${context.administrator.id}`}
      />
    </>,
  );
}

/** Shopify's request to accept scopes, which an administrator sees instead of the app. */
export function acceptScopesPage(context: PageContext, scopes: readonly string[]): string {
  return renderPage(
    { title: `Update ${application.name}`, context },
    <form className="card" method="post" action={`/store/${context.shop.handle}/app`}>
      <p>{`${application.name} needs more access to ${context.shop.name}. Accept it to continue.`}</p>
      <ul>
        {scopes.map((scope) => (
          <li key={scope}>
            <code>{scope}</code>
          </li>
        ))}
      </ul>
      <button type="submit" className="is-primary" name="action" value="accept scopes">
        Update app
      </button>
    </form>,
  );
}
