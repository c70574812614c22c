import { application } from "../../config.ts";
import { renderPage } from "../frame.tsx";
import type { PageContext } from "../page-context.ts";

/** The app in its frame. `src` is its address with everything that Shopify adds to it. */
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
