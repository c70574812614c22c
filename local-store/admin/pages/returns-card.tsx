import type { OrderLineRow } from "../../orders/rows.ts";
import { RETURN_REASONS } from "../../returns/return-reasons.ts";
import type { ReturnRow } from "../../returns/rows.ts";
import { statusText } from "./orders-page.tsx";

/** A line of a fulfillment of which units can be returned. */
export interface ReturnableItem {
  fulfillmentLineId: number;
  title: string;
  quantity: number;
}

interface ReturnsCardProps {
  /** The URL of the order's page. */
  base: string;
  returns: ReturnRow[];
  returnable: ReturnableItem[];
  lines: OrderLineRow[];
}

/** The returns of an order, with their next steps and a form for a new one. */
export function ReturnsCard({ base, returns, returnable, lines }: ReturnsCardProps) {
  const titles = new Map(lines.map((line) => [line.id, line.title]));
  return (
    <section className="card">
      <h2>Returns</h2>
      {returns.map((row) => (
        <form className="toolbar" key={row.id} method="post" action={`${base}/returns/${row.id}`}>
          <span>
            {[
              row.name,
              statusText(row.status),
              ...row.lines.map(
                (line) =>
                  `${line.quantity} × ${titles.get(line.lineId)} (${statusText(line.reason)}${line.processed > 0 ? `, ${line.processed} processed` : ""})`,
              ),
            ].join(", ")}
          </span>
          <Steps row={row} />
        </form>
      ))}
      {returns.length === 0 && returnable.length === 0 ? <p className="subdued">None.</p> : null}
      {returnable.length > 0 ? (
        <form className="toolbar actions" method="post" action={`${base}/returns`}>
          <select name="line" aria-label="Item to return">
            {returnable.map(({ fulfillmentLineId, title, quantity }) => (
              <option key={fulfillmentLineId} value={fulfillmentLineId}>
                {`${title} (at most ${quantity})`}
              </option>
            ))}
          </select>
          <input name="quantity" type="number" min="1" defaultValue="1" aria-label="Quantity to return" />
          <select name="reason" defaultValue="UNWANTED" aria-label="Return reason">
            {RETURN_REASONS.map(({ reason, name }) => (
              <option key={reason} value={reason}>
                {name}
              </option>
            ))}
          </select>
          <input name="note" aria-label="Return note" placeholder="Note" />
          <button type="submit" name="action" value="request">
            Request return
          </button>
          <button type="submit" name="action" value="create">
            Create return
          </button>
        </form>
      ) : null}
    </section>
  );
}

function Steps({ row }: { row: ReturnRow }) {
  const isUntouched = row.lines.every(({ processed }) => processed === 0);
  const isOpen = row.status === "OPEN";
  const steps = [
    row.status === "REQUESTED" ? ["approve", "Approve return"] : null,
    row.status === "REQUESTED" ? ["decline", "Decline return"] : null,
    isOpen && isUntouched ? ["process", "Process and refund return"] : null,
    isOpen ? ["close", "Close return"] : null,
    isOpen && isUntouched ? ["cancel", "Cancel return"] : null,
  ].filter((step) => step !== null);
  return steps.map(([action, label]) => (
    <button key={action} type="submit" name="action" value={action}>
      {label}
    </button>
  ));
}
