import type { CustomerRow } from "../../data/rows.ts";
import {
  type FulfillmentRow,
  lineTotalCents,
  type OrderAddress,
  type OrderLineRow,
  type OrderRow,
  type OrderTransactionRow,
  orderName,
  unfulfilledQuantity,
} from "../../orders/rows.ts";
import type { ReturnRow } from "../../returns/rows.ts";
import { counted, dateTime, money } from "../format.ts";
import type { PageContext } from "../page-context.ts";
import { type PageOptions, renderPage } from "../render-page.tsx";
import { MoreActions } from "./more-actions.tsx";
import { statusText } from "./orders-page.tsx";
import { type ReturnableItem, ReturnsCard } from "./returns-card.tsx";

/** What the page of an order shows. */
export interface OrderDetails {
  order: OrderRow;
  customer: CustomerRow | null;
  lines: OrderLineRow[];
  fulfillments: FulfillmentRow[];
  transactions: OrderTransactionRow[];
  returns: ReturnRow[];
  returnable: ReturnableItem[];
  refundable: number;
}

/** An order with actions that change it without the app. */
export function orderPage(
  context: PageContext,
  details: OrderDetails,
  notice: PageOptions["notice"],
): string {
  const { order, lines, customer } = details;
  const base = `/store/${context.shop.handle}/orders/${order.id}`;
  const status = [
    order.cancelled_at ? "cancelled" : null,
    statusText(order.financial_status),
    statusText(order.fulfillment_status),
    order.return_status === "NO_RETURN" ? null : statusText(order.return_status),
  ];
  return renderPage(
    { title: `Order ${orderName(order)}`, context, notice },
    <>
      <MoreActions context={context} target="admin.order-details.action.link" id={order.id} />
      <section className="card">
        <h2>Order</h2>
        <dl>
          <dt>Id</dt>
          <dd>{order.id}</dd>
          <dt>Status</dt>
          <dd>{status.filter(Boolean).join(", ")}</dd>
          <dt>Customer</dt>
          <dd>
            {customer ? (
              <a href={`/store/${context.shop.handle}/customers/${customer.id}`}>
                {[customer.first_name, customer.last_name].filter(Boolean).join(" ") || customer.email}
              </a>
            ) : (
              "None"
            )}
          </dd>
          <dt>Placed</dt>
          <dd>{dateTime(order.processed_at ?? order.created_at, context.shop.timeZone)}</dd>
          <dt>Source</dt>
          <dd>{[order.source_name, order.source_identifier].filter(Boolean).join(", ")}</dd>
          <dt>Address</dt>
          <dd>{addressText(order.shipping_address)}</dd>
          <dt>Tags</dt>
          <dd>{order.tags.join(", ") || "None"}</dd>
          <dt>Note</dt>
          <dd>{order.note ?? "None"}</dd>
          <dt>Discount codes</dt>
          <dd>{order.discount_codes.map(({ code }) => code).join(", ") || "None"}</dd>
          <dt>Risk</dt>
          <dd>{order.risks.map(({ riskLevel }) => statusText(riskLevel)).join(", ") || "None"}</dd>
        </dl>
      </section>
      <Lines order={order} lines={lines} />
      <Payment base={base} details={details} />
      <Fulfillments base={base} context={context} details={details} />
      <ReturnsCard base={base} returns={details.returns} returnable={details.returnable} lines={lines} />
      {order.cancelled_at || order.fulfillment_status !== "UNFULFILLED" ? null : (
        <form method="post" action={`${base}/cancel`}>
          <button type="submit" className="is-critical">
            Cancel order
          </button>
        </form>
      )}
      {order.cancelled_at ? (
        <form method="post" action={`${base}/delete`}>
          <button type="submit" className="is-critical">
            Delete order
          </button>
        </form>
      ) : null}
    </>,
  );
}

function addressText(address: OrderAddress | null): string {
  if (!address) return "None";
  const { firstName, lastName, address1, city, provinceCode, zip, countryCode, phone } = address;
  return [
    [firstName, lastName].filter(Boolean).join(" "),
    address1,
    [city, provinceCode, zip].filter(Boolean).join(" "),
    countryCode,
    phone,
  ]
    .filter(Boolean)
    .join(", ");
}

function Lines({ order, lines }: { order: OrderRow; lines: OrderLineRow[] }) {
  const amount = (cents: number) => money(cents, order.currency);
  return (
    <section className="card is-flush">
      <table>
        <thead>
          <tr>
            <th>Item</th>
            <th>SKU</th>
            <th>Price</th>
            <th>Quantity</th>
            <th>Fulfilled</th>
            <th>Refunded</th>
            <th>Total</th>
          </tr>
        </thead>
        <tbody>
          {lines.map((line) => (
            <tr key={line.id}>
              <td>
                {[line.title, line.variant_title].filter(Boolean).join(" - ")}
                {line.line_group ? <div className="subdued">{`Bundle: ${line.line_group.title}`}</div> : null}
                {line.properties.map(({ key, value }) => (
                  <div className="subdued" key={key}>{`${key}: ${value}`}</div>
                ))}
              </td>
              <td>{line.sku}</td>
              <td className="is-number">{amount(line.price_cents)}</td>
              <td className="is-number">{line.quantity}</td>
              <td className="is-number">{line.fulfilled_quantity}</td>
              <td className="is-number">{line.refunded_quantity}</td>
              <td className="is-number">{amount(lineTotalCents(line))}</td>
            </tr>
          ))}
        </tbody>
      </table>
      <p className="card">
        {`Shipping ${amount(order.shipping_cents)}, discounts ${amount(order.discount_cents)}, total `}
        <strong>{amount(order.total_cents)}</strong>
      </p>
    </section>
  );
}

function Payment({ base, details }: { base: string; details: OrderDetails }) {
  const { order, transactions, refundable } = details;
  const isUnpaid = order.financial_status === "PENDING" || order.financial_status === "AUTHORIZED";
  const canRefund = !order.cancelled_at && !isUnpaid && refundable > 0;
  return (
    <section className="card">
      <h2>Payment</h2>
      {transactions.map((row) => (
        <p
          key={row.id}
        >{`${statusText(row.kind)} ${money(row.amount_cents, order.currency)}, ${row.gateway}`}</p>
      ))}
      {isUnpaid && !order.cancelled_at ? (
        <form method="post" action={`${base}/pay`}>
          <button type="submit">Mark as paid</button>
        </form>
      ) : null}
      {canRefund ? (
        <form className="toolbar actions" method="post" action={`${base}/refund`}>
          <input
            name="amount"
            required
            inputMode="decimal"
            aria-label="Refund amount"
            placeholder={`At most ${money(refundable, order.currency)}`}
          />
          <button type="submit" name="to" value="original">
            Refund payment
          </button>
          <button type="submit" name="to" value="credit">
            Refund to store credit
          </button>
        </form>
      ) : null}
    </section>
  );
}

interface FulfillmentsProps {
  base: string;
  context: PageContext;
  details: OrderDetails;
}

function Fulfillments({ base, context, details: { order, lines, fulfillments } }: FulfillmentsProps) {
  const hasOpenLines = lines.some((line) => unfulfilledQuantity(line) > 0);
  return (
    <section className="card">
      <h2>Fulfillment</h2>
      {fulfillments.map((row) => (
        <form className="toolbar" key={row.id} method="post" action={`${base}/fulfillments/${row.id}/events`}>
          <span>
            {[
              `${orderName(order)}-F${row.position}`,
              counted(
                row.lines.reduce((sum, { quantity }) => sum + quantity, 0),
                "unit",
              ),
              [row.tracking_company, row.tracking_number].filter(Boolean).join(" "),
              row.delivered_at
                ? `delivered ${dateTime(row.delivered_at, context.shop.timeZone)}`
                : row.shipment_status && statusText(row.shipment_status),
            ]
              .filter(Boolean)
              .join(", ")}
          </span>
          {row.delivered_at ? null : (
            <>
              <button type="submit" name="status" value="IN_TRANSIT">
                Mark as in transit
              </button>
              <button type="submit" name="status" value="DELIVERED">
                Mark as delivered
              </button>
            </>
          )}
        </form>
      ))}
      {hasOpenLines && !order.cancelled_at ? (
        <form className="toolbar actions" method="post" action={`${base}/fulfill`}>
          <select name="company" defaultValue="UPS" aria-label="Carrier">
            <option>UPS</option>
            <option>USPS</option>
            <option>FedEx</option>
          </select>
          <input name="trackingNumber" aria-label="Tracking number" placeholder="Tracking number" />
          <button type="submit">Fulfill items</button>
        </form>
      ) : null}
    </section>
  );
}
