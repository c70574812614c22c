import { application } from "../../config.ts";
import { appExtensions, type LinkTarget } from "../app-extensions.ts";
import type { PageContext } from "../page-context.ts";

/** The app's links on the page of a resource. Like Shopify, it adds the resource's id and the shop to their addresses. */
export function MoreActions(props: { context: PageContext; target: LinkTarget; id: number }) {
  const { handle, domain } = props.context.shop;
  const query = new URLSearchParams({ id: String(props.id), shop: domain });
  return (
    <nav className="toolbar" aria-label="More actions">
      {appExtensions.links
        .filter(({ target }) => target === props.target)
        .map(({ name, path }) => (
          <a key={path} href={`/store/${handle}/apps/${application.handle}${path}?${query}`}>
            {name}
          </a>
        ))}
    </nav>
  );
}
