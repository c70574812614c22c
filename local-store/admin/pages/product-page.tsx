import { fileStatus, fileUrl } from "../../catalog/media.ts";
import type { CollectionRow, ProductMediaRow } from "../../catalog/rows.ts";
import type { Store } from "../../data/database.ts";
import { toDecimalText } from "../../data/minor-units.ts";
import type { MetafieldEntry, ProductRow, VariantRow } from "../../data/rows.ts";
import { dateTime } from "../format.ts";
import type { PageContext } from "../page-context.ts";
import { type PageOptions, renderPage } from "../render-page.tsx";
import { MoreActions } from "./more-actions.tsx";
import { TagsCard } from "./tags-card.tsx";

interface ProductPage {
  store: Store;
  product: ProductRow;
  variants: VariantRow[];
  media: ProductMediaRow[];
  metafields: MetafieldEntry[];
  /** The product's collections. */
  collections: CollectionRow[];
  allCollections: CollectionRow[];
}

/** A product's data, with actions that change it without the app. */
export function productPage(context: PageContext, page: ProductPage, notice: PageOptions["notice"]): string {
  const { product } = page;
  const base = `/store/${context.shop.handle}/products/${product.id}`;
  return renderPage(
    { title: product.title, context, notice },
    <>
      <MoreActions context={context} target="admin.product-details.action.link" id={product.id} />
      <section className="card">
        <h2>Product</h2>
        <dl>
          <dt>Id</dt>
          <dd>{product.id}</dd>
          <dt>Handle</dt>
          <dd>{product.handle}</dd>
          <dt>Vendor</dt>
          <dd>{product.vendor || "None"}</dd>
          <dt>Type</dt>
          <dd>{product.product_type || "None"}</dd>
          <dt>Created</dt>
          <dd>{dateTime(product.created_at, context.shop.timeZone)}</dd>
          <dt>Updated</dt>
          <dd>{dateTime(product.updated_at, context.shop.timeZone)}</dd>
        </dl>
        <form className="toolbar actions" method="post" action={`${base}/status`}>
          <select name="status" defaultValue={product.status} aria-label="Status">
            <option value="ACTIVE">Active</option>
            <option value="DRAFT">Draft</option>
            <option value="ARCHIVED">Archived</option>
          </select>
          <button type="submit">Save status</button>
        </form>
      </section>
      <Variants base={base} variants={page.variants} currency={context.shop.currencyCode} />
      <TagsCard base={base} tags={product.tags} />
      <Pictures base={base} store={page.store} media={page.media} />
      <Collections base={base} collections={page.collections} allCollections={page.allCollections} />
      <section className="card">
        <h2>Metafields</h2>
        {page.metafields.length === 0 ? <p className="subdued">None.</p> : null}
        <dl>
          {page.metafields.flatMap((field) => [
            <dt key={`name ${field.n}`}>{`${field.namespace}.${field.key}`}</dt>,
            <dd key={`value ${field.n}`}>{field.value}</dd>,
          ])}
        </dl>
      </section>
      <form method="post" action={`${base}/delete`}>
        <button type="submit" className="is-critical">
          Delete product
        </button>
      </form>
    </>,
  );
}

function Variants({ base, variants, currency }: { base: string; variants: VariantRow[]; currency: string }) {
  const amount = (cents: number | null) => (cents === null ? "" : toDecimalText(cents, currency));
  return (
    <form className="card is-flush" method="post" action={`${base}/variants`}>
      <table>
        <thead>
          <tr>
            <th>Variant</th>
            <th>SKU</th>
            <th>Price</th>
            <th>Compare-at price</th>
            <th>Cost</th>
            <th>Inventory</th>
          </tr>
        </thead>
        <tbody>
          {variants.map((variant) => {
            const name = variant.option_values.join(" / ") || "Default Title";
            return (
              <tr key={variant.id}>
                <td>{name}</td>
                <td>{variant.sku}</td>
                <td>
                  <input
                    name={`price ${variant.id}`}
                    defaultValue={amount(variant.price_cents)}
                    required
                    inputMode="decimal"
                    aria-label={`Price of ${name}`}
                  />
                </td>
                <td>
                  <input
                    name={`compareAt ${variant.id}`}
                    defaultValue={amount(variant.compare_at_price_cents)}
                    inputMode="decimal"
                    aria-label={`Compare-at price of ${name}`}
                  />
                </td>
                <td className="is-number">{amount(variant.cost_cents)}</td>
                <td className="is-number">{variant.inventory_quantity}</td>
              </tr>
            );
          })}
        </tbody>
      </table>
      <p className="card">
        <button type="submit">Save prices</button>
      </p>
    </form>
  );
}

function Pictures({ base, store, media }: { base: string; store: Store; media: ProductMediaRow[] }) {
  return (
    <section className="card">
      <h2>Pictures</h2>
      {media.length === 0 ? <p className="subdued">None.</p> : null}
      {media.map((file, index) => (
        <form className="toolbar" key={file.id} method="post" action={`${base}/media/${file.id}`}>
          {file.type === "IMAGE" && fileStatus(store, file) === "READY" ? (
            <img className="thumbnail" src={fileUrl(store, file)} alt={file.alt} />
          ) : (
            <span>{file.filename}</span>
          )}
          <input
            name="alt"
            defaultValue={file.alt}
            maxLength={512}
            placeholder="Alt text"
            aria-label={`Alt text of picture ${index + 1}`}
          />
          <button type="submit" name="action" value="alt">
            Save text
          </button>
          <button type="submit" name="action" value="first" disabled={index === 0}>
            Make first
          </button>
          <button type="submit" name="action" value="remove" className="is-critical">
            Remove
          </button>
        </form>
      ))}
      <form className="toolbar actions" method="post" action={`${base}/media`}>
        <input
          name="source"
          type="url"
          required
          placeholder="https://…"
          aria-label="URL of the new picture"
        />
        <button type="submit">Add picture</button>
      </form>
    </section>
  );
}

function Collections(props: { base: string; collections: CollectionRow[]; allCollections: CollectionRow[] }) {
  const { base, collections, allCollections } = props;
  // Rules decide about the products of the others.
  const others = allCollections.filter(
    ({ id, rules }) => !rules && !collections.some((each) => each.id === id),
  );
  return (
    <section className="card">
      <h2>Collections</h2>
      {collections.length === 0 ? <p className="subdued">None.</p> : null}
      {collections.map(({ id, title, rules }) => (
        <span className="tag" key={id}>
          {title}
          {rules ? null : (
            <form method="post" action={`${base}/collections/remove`}>
              <input type="hidden" name="collection" value={id} />
              <button type="submit" aria-label={`Remove from ${title}`}>
                ✕
              </button>
            </form>
          )}
        </span>
      ))}
      {others.length > 0 ? (
        <form className="toolbar actions" method="post" action={`${base}/collections/add`}>
          <select name="collection" aria-label="Collection">
            {others.map(({ id, title }) => (
              <option key={id} value={id}>
                {title}
              </option>
            ))}
          </select>
          <button type="submit">Add to collection</button>
        </form>
      ) : null}
    </section>
  );
}
