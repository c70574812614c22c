import type { VariantRow } from "../../data/rows.ts";
import { orderName } from "../../orders/rows.ts";
import { dateTime, money } from "../format.ts";
import type { OrderListItem } from "../list-queries.ts";
import { FORM_LINES } from "../order-form.ts";
import type { PageContext } from "../page-context.ts";
import { type PageOptions, renderPage } from "../render-page.tsx";
import { SearchForm } from "./search-form.tsx";

interface OrdersPage {
  orders: OrderListItem[];
  search: string;
  nextBefore: string | undefined;
}

/** A status of the Admin API as text: `PARTIALLY_REFUNDED` is "partially refunded". */
export const statusText = (status: string): string => status.toLowerCase().replaceAll("_", " ");

/** The shop's orders, newest first. */
export function ordersPage(context: PageContext, { orders, search, nextBefore }: OrdersPage): string {
  const base = `/store/${context.shop.handle}/orders`;
  return renderPage(
    { title: "Orders", context },
    <>
      <SearchForm label="Search by number or customer" value={search}>
        <a className="button" href={`${base}/new`}>
          New order
        </a>
      </SearchForm>
      <div className="card is-flush">
        <table>
          <thead>
            <tr>
              <th>Order</th>
              <th>Date</th>
              <th>Customer</th>
              <th>Total</th>
              <th>Payment</th>
              <th>Fulfillment</th>
              <th>Return</th>
              <th>Units</th>
            </tr>
          </thead>
          <tbody>
            {orders.map((order) => (
              <tr key={order.id}>
                <td>
                  <a href={`${base}/${order.id}`}>{orderName(order)}</a>
                  {order.cancelled_at ? <div className="subdued">cancelled</div> : null}
                </td>
                <td className="is-nowrap">
                  {dateTime(order.processed_at ?? order.created_at, context.shop.timeZone)}
                </td>
                <td>{order.customer}</td>
                <td className="is-number">{money(order.total_cents, order.currency)}</td>
                <td>{statusText(order.financial_status)}</td>
                <td>{statusText(order.fulfillment_status)}</td>
                <td>{order.return_status === "NO_RETURN" ? null : statusText(order.return_status)}</td>
                <td className="is-number">{order.units}</td>
              </tr>
            ))}
          </tbody>
        </table>
        {orders.length === 0 ? <p className="card subdued">No orders found.</p> : null}
      </div>
      {nextBefore ? (
        <a className="button" href={`${base}?${new URLSearchParams({ search, before: nextBefore })}`}>
          Next
        </a>
      ) : null}
    </>,
  );
}

interface NewOrderPage {
  /** The id or email address of a customer. */
  customer: string;
  /** Suggestions for SKUs. */
  variants: Array<Pick<VariantRow, "sku"> & { title: string }>;
}

/** The form for a new order, as a customer's checkout. */
export function newOrderPage(
  context: PageContext,
  { customer, variants }: NewOrderPage,
  notice: PageOptions["notice"],
): string {
  return renderPage(
    { title: "New order", context, notice },
    <form method="post" action={`/store/${context.shop.handle}/orders`}>
      <section className="card">
        <h2>Customer</h2>
        <Field name="customer" label="Customer's id or email" value={customer} required />
      </section>
      <section className="card is-flush">
        <table>
          <thead>
            <tr>
              <th>SKU</th>
              <th>Quantity</th>
              <th>Bundle</th>
              <th>Customization</th>
            </tr>
          </thead>
          <tbody>
            {Array.from({ length: FORM_LINES }, (_, index) => index + 1).map((line) => (
              <tr key={line}>
                <td>
                  <input name={`sku${line}`} list="skus" aria-label={`SKU of line ${line}`} />
                </td>
                <td>
                  <input
                    name={`quantity${line}`}
                    type="number"
                    min="1"
                    defaultValue="1"
                    aria-label={`Quantity of line ${line}`}
                  />
                </td>
                <td>
                  <input
                    name={`bundle${line}`}
                    aria-label={`Bundle of line ${line}`}
                    placeholder="Lines with the same name"
                  />
                </td>
                <td>
                  <input name={`customization${line}`} aria-label={`Customization of line ${line}`} />
                </td>
              </tr>
            ))}
          </tbody>
        </table>
        <datalist id="skus">
          {variants.map(({ sku, title }) => (
            <option key={sku} value={sku ?? ""}>
              {title}
            </option>
          ))}
        </datalist>
        <p className="card">
          <label>
            <input name="giftTag" type="checkbox" value="1" /> Gift tag
          </label>
        </p>
      </section>
      <section className="card">
        <h2>Shipping</h2>
        <p className="subdued">Without an address, the customer's default address is used.</p>
        <div className="toolbar">
          <Field name="address1" label="Address" />
          <Field name="city" label="City" />
          <Field name="state" label="State code" />
          <Field name="zip" label="ZIP code" />
          <Field name="phone" label="Phone" />
          <Field name="shipping" label="Shipping cost" />
        </div>
      </section>
      <section className="card">
        <h2>Payment</h2>
        <div className="toolbar">
          <Field name="discountCode" label="Discount code" />
          <select name="payment" defaultValue="paid" aria-label="Payment">
            <option value="paid">Pay now</option>
            <option value="authorize">Authorize only</option>
            <option value="later">Pay later</option>
          </select>
          <Field name="note" label="Note" />
          <button type="submit">Place order</button>
        </div>
      </section>
    </form>,
  );
}

function Field({ name, label, value, required }: FieldProps) {
  return (
    <input name={name} aria-label={label} placeholder={label} defaultValue={value} required={required} />
  );
}

interface FieldProps {
  name: string;
  label: string;
  value?: string;
  required?: boolean;
}
