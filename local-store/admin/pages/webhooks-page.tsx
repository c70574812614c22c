import { dateTime } from "../format.ts";
import type { DeliveryListItem } from "../list-queries.ts";
import type { PageContext } from "../page-context.ts";
import { renderPage } from "../render-page.tsx";

/** Webhook deliveries to the app, newest first. */
export function webhooksPage(context: PageContext, deliveries: DeliveryListItem[]): string {
  return renderPage(
    { title: "Webhooks log", context },
    <div className="card is-flush">
      <table>
        <thead>
          <tr>
            <th>Topic</th>
            <th>Triggered</th>
            <th>Status</th>
            <th>Attempts</th>
            <th>Body</th>
          </tr>
        </thead>
        <tbody>
          {deliveries.map((delivery) => (
            <tr key={delivery.id}>
              <td>
                {delivery.topic}
                <div className="subdued">{delivery.url}</div>
              </td>
              <td className="is-nowrap">{dateTime(delivery.triggeredAt, context.shop.timeZone)}</td>
              <td>
                {delivery.status}
                <div className="subdued">
                  {delivery.lastError ?? (delivery.responseStatus ? `HTTP ${delivery.responseStatus}` : "")}
                </div>
              </td>
              <td className="is-number">{delivery.attempts}</td>
              <td>
                <details>
                  <summary>Show</summary>
                  <pre>{delivery.body}</pre>
                </details>
              </td>
            </tr>
          ))}
        </tbody>
      </table>
      {deliveries.length === 0 ? <p className="card subdued">No webhooks sent yet.</p> : null}
    </div>,
  );
}
