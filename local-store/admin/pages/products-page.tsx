import { money } from "../format.ts";
import type { ProductListItem } from "../list-queries.ts";
import type { PageContext } from "../page-context.ts";
import { renderPage } from "../render-page.tsx";
import { SearchForm } from "./search-form.tsx";

interface ProductsPage {
  products: ProductListItem[];
  search: string;
  nextAfter: string | undefined;
}

/** The shop's products with their number of variants and prices. */
export function productsPage(context: PageContext, { products, search, nextAfter }: ProductsPage): string {
  const base = `/store/${context.shop.handle}/products`;
  const price = (cents: number) => money(cents, context.shop.currencyCode);
  return renderPage(
    { title: "Products", context },
    <>
      <SearchForm label="Search by title, handle, or SKU" value={search} />
      <div className="card is-flush">
        <table>
          <thead>
            <tr>
              <th>Product</th>
              <th>Status</th>
              <th>Vendor</th>
              <th>Type</th>
              <th>Variants</th>
              <th>Price</th>
              <th>Inventory</th>
            </tr>
          </thead>
          <tbody>
            {products.map((product) => (
              <tr key={product.id}>
                <td>
                  <a href={`${base}/${product.id}`}>{product.title}</a>
                  <div className="subdued">{product.handle}</div>
                </td>
                <td>{product.status.toLowerCase()}</td>
                <td>{product.vendor}</td>
                <td>{product.productType}</td>
                <td className="is-number">{product.variants}</td>
                <td className="is-number is-nowrap">
                  {product.lowestCents === product.highestCents
                    ? price(product.lowestCents)
                    : `${price(product.lowestCents)} – ${price(product.highestCents)}`}
                </td>
                <td className="is-number">{product.inventory}</td>
              </tr>
            ))}
          </tbody>
        </table>
        {products.length === 0 ? <p className="card subdued">No products found.</p> : null}
      </div>
      {nextAfter ? (
        <a className="button" href={`${base}?${new URLSearchParams({ search, after: nextAfter })}`}>
          Next
        </a>
      ) : null}
    </>,
  );
}
