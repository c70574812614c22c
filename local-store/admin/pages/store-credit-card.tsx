import type { Statement } from "../../credit/read-statement.ts";
import type { StoreCreditTransactionRow } from "../../credit/rows.ts";
import { type OrderRow, orderName } from "../../orders/rows.ts";
import { dateTime, money } from "../format.ts";
import type { PageContext } from "../page-context.ts";

const EVENTS: Readonly<Record<StoreCreditTransactionRow["event"], string>> = {
  ADJUSTMENT: "Adjustment",
  ORDER_PAYMENT: "Order payment",
  ORDER_REFUND: "Order refund",
  ORDER_CANCELLATION: "Order cancellation",
};

interface CardProps {
  context: PageContext;
  /** The URL of the customer's page. */
  base: string;
  statement: Statement;
}

/** A customer's store credit, with actions that change it without the app. */
export function StoreCreditCard({ context, base, statement }: CardProps) {
  return (
    <section className="card">
      <h2>Store credit</h2>
      {statement.accounts.length === 0 ? <p className="subdued">None.</p> : null}
      {statement.accounts.map((account) => (
        <div key={account.id}>
          <p>
            Balance <strong>{money(account.balance_cents, account.currency)}</strong>
          </p>
          <table>
            <thead>
              <tr>
                <th>Date</th>
                <th>Event</th>
                <th>Amount</th>
                <th>Balance</th>
                <th>Remaining</th>
                <th>Expires</th>
                <th aria-label="Actions" />
              </tr>
            </thead>
            <tbody>
              {account.transactions.map((row) => (
                <TransactionLine key={row.id} {...{ context, base, row }} currency={account.currency} />
              ))}
            </tbody>
          </table>
        </div>
      ))}
      <form className="toolbar actions" method="post" action={`${base}/store-credit`}>
        <AmountInput name="amount" label="Adjust by" placeholder="10.00 or -10.00" />
        <label>
          Expires <input name="expiresAt" type="date" />
        </label>
        <button type="submit">Adjust store credit</button>
      </form>
    </section>
  );
}

function TransactionLine({
  context,
  base,
  row,
  currency,
}: Omit<CardProps, "statement"> & { row: StoreCreditTransactionRow; currency: string }) {
  const { timeZone } = context.shop;
  const canExpire = row.type === "CREDIT" && row.remaining_cents > 0 && !row.expired;
  return (
    <tr>
      <td className="is-nowrap">{dateTime(row.created_at, timeZone)}</td>
      <td>{row.type === "EXPIRATION" ? "Expired" : EVENTS[row.event]}</td>
      <td className="is-number">{money(row.amount_cents, currency)}</td>
      <td className="is-number">{money(row.balance_after_cents, currency)}</td>
      <td className="is-number">{row.type === "CREDIT" ? money(row.remaining_cents, currency) : null}</td>
      <td className="is-nowrap">{row.expires_at ? dateTime(row.expires_at, timeZone) : null}</td>
      <td>
        {canExpire ? (
          <form method="post" action={`${base}/store-credit/${row.id}/expire`}>
            <button type="submit">Expire now</button>
          </form>
        ) : null}
      </td>
    </tr>
  );
}

/** A customer's orders, with actions that place, refund, and cancel them. */
export function OrdersCard({ context, base, statement }: CardProps) {
  return (
    <section className="card">
      <h2>Orders</h2>
      {statement.orders.map((order) => (
        <div key={order.id}>
          <p>
            <a href={`/store/${context.shop.handle}/orders/${order.id}`}>{orderName(order)}</a>{" "}
            {`${money(order.total_cents, order.currency)}, ${statusOf(order)}, ${dateTime(order.created_at, context.shop.timeZone)}`}
          </p>
          {order.cancelled_at ? null : <OrderActions address={`${base}/orders/${order.id}`} order={order} />}
        </div>
      ))}
      <form className="toolbar actions" method="post" action={`${base}/orders`}>
        <AmountInput name="total" label="Order total" placeholder="Order total, 50.00" />
        <label>
          <input name="authorizeOnly" type="checkbox" value="1" /> Authorize only
        </label>
        <button type="submit">Place order with store credit</button>
      </form>
      <a href={`/store/${context.shop.handle}/orders/new?customer=${base.split("/").at(-1)}`}>
        Place an order with products
      </a>
    </section>
  );
}

function OrderActions({ address, order }: { address: string; order: OrderRow }) {
  const canRefund = order.financial_status === "PAID" || order.financial_status === "PARTIALLY_REFUNDED";
  return (
    <form className="toolbar actions" method="post" action={`${address}/refund`}>
      {canRefund ? (
        <>
          <AmountInput name="amount" label={`Refund amount for #${order.number}`} placeholder="10.00" />
          <button type="submit" name="to" value="credit">
            Refund to store credit
          </button>
          <button type="submit" name="to" value="payment">
            Reverse store credit payment
          </button>
        </>
      ) : null}
      <button type="submit" formAction={`${address}/cancel`} formNoValidate>
        Cancel order
      </button>
    </form>
  );
}

function AmountInput({ name, label, placeholder }: { name: string; label: string; placeholder: string }) {
  return <input name={name} required inputMode="decimal" aria-label={label} placeholder={placeholder} />;
}

function statusOf(order: OrderRow): string {
  const status = order.financial_status.toLowerCase().replaceAll("_", " ");
  return order.cancelled_at ? `cancelled, ${status}` : status;
}
