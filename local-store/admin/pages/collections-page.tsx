import type { CollectionListItem } from "../list-queries.ts";
import type { PageContext } from "../page-context.ts";
import { renderPage } from "../render-page.tsx";

/** The shop's collections, with forms that add, rename, and delete them. */
export function collectionsPage(context: PageContext, collections: readonly CollectionListItem[]): string {
  const base = `/store/${context.shop.handle}/collections`;
  return renderPage(
    { title: "Collections", context },
    <>
      <form className="toolbar" method="post" action={base}>
        <input
          name="title"
          required
          maxLength={255}
          placeholder="Title"
          aria-label="Title of the new collection"
        />
        <button type="submit">Add collection</button>
      </form>
      <section className="card">
        {collections.length === 0 ? <p className="subdued">No collections.</p> : null}
        {collections.map(({ id, title, handle, products }) => (
          <form className="toolbar" key={id} method="post" action={`${base}/${id}/rename`}>
            <input
              name="title"
              defaultValue={title}
              required
              maxLength={255}
              aria-label={`Title of ${handle}`}
            />
            <span className="subdued">{products === 1 ? "1 product" : `${products} products`}</span>
            <button type="submit">Save title</button>
            <button type="submit" className="is-critical" formAction={`${base}/${id}/delete`}>
              Delete
            </button>
          </form>
        ))}
      </section>
    </>,
  );
}
