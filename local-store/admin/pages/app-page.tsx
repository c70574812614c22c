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
