import { dateTime, money } from "../format.ts";
import type { CustomerListItem } from "../list-queries.ts";
import type { PageContext } from "../page-context.ts";
import { renderPage } from "../render-page.tsx";
import { SearchForm } from "./search-form.tsx";

interface CustomersPage {
  customers: CustomerListItem[];
  search: string;
  /** The id before which the next page starts, if there is one. */
  nextBefore: string | undefined;
}

/** The shop's customers, read directly from the store's tables without index lag. */
export function customersPage(context: PageContext, page: CustomersPage): string {
  const base = `/store/${context.shop.handle}/customers`;
  return renderPage(
    { title: "Customers", context },
    <>
      <SearchForm label="Search by name, email, or tag" value={page.search} action={base}>
        <a className="button" href={`/store/${context.shop.handle}/register`}>
          Register a customer
        </a>
      </SearchForm>
      <div className="card is-flush">
        <table>
          <thead>
            <tr>
              <th>Name</th>
              <th>Email</th>
              <th>Tags</th>
              <th>School</th>
              <th>Spent</th>
              <th>Created</th>
            </tr>
          </thead>
          <tbody>
            {page.customers.map((customer) => (
              <tr key={customer.id}>
                <td>
                  <a href={`${base}/${customer.id}`}>{customer.name}</a>
                </td>
                <td>{customer.email}</td>
                <td>
                  {customer.tags.map((tag) => (
                    <span className="tag" key={tag}>
                      {tag}
                    </span>
                  ))}
                </td>
                <td>{customer.school}</td>
                <td className="is-number">{money(customer.amountSpentCents, context.shop.currencyCode)}</td>
                <td className="is-nowrap">{dateTime(customer.createdAt, context.shop.timeZone)}</td>
              </tr>
            ))}
          </tbody>
        </table>
        {page.customers.length === 0 ? <p className="card subdued">No customers found.</p> : null}
      </div>
      {page.nextBefore ? (
        <a
          className="button"
          href={`${base}?${new URLSearchParams({ search: page.search, before: page.nextBefore })}`}
        >
          Next
        </a>
      ) : null}
    </>,
  );
}
