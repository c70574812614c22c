import type { AgoraRequest, AgoraUser } from "../../agora/directory.ts";
import { dateTime } from "../format.ts";
import type { PageContext } from "../page-context.ts";
import { renderPage } from "../render-page.tsx";

interface AgoraPageOptions {
  users: { external_id: string; version: number; changes: number; person: AgoraUser }[];
  requests: AgoraRequest[];
  address: string;
  apiKey: string;
}

/** The Agora stand-in's users, and the requests that it received. */
export function agoraPage(
  context: PageContext,
  { users, requests, address, apiKey }: AgoraPageOptions,
): string {
  return renderPage(
    { title: "Agora", context },
    <>
      <p className="subdued">
        The learning and reseller system that approved people are synced to. URL: <code>{address}</code>, API
        key: <code>{apiKey}</code>. Set its faults on the Faults page.{" "}
        <a href={`/agora.json?shop=${context.shop.domain}`}>View as JSON</a>
      </p>
      <div className="card is-flush">
        <table>
          <thead>
            <tr>
              <th>Person</th>
              <th>Kind</th>
              <th>School</th>
              <th>Version</th>
              <th>Changes</th>
            </tr>
          </thead>
          <tbody>
            {users.map(({ external_id, person, version, changes }) => (
              <tr key={external_id}>
                <td>{`${person.first_name} ${person.last_name} (${person.email})`}</td>
                <td>{person.user_types.join(", ")}</td>
                <td>{person.school}</td>
                <td data-label="Version">{version}</td>
                <td data-label="Changes">{changes}</td>
              </tr>
            ))}
          </tbody>
        </table>
        {users.length === 0 ? <p className="card subdued">No users synced yet.</p> : null}
      </div>
      <h2>Requests</h2>
      <div className="card is-flush">
        <table>
          <thead>
            <tr>
              <th>Received</th>
              <th>Idempotency key</th>
              <th>Response</th>
            </tr>
          </thead>
          <tbody>
            {requests.map((each) => (
              <tr key={each.id}>
                <td className="is-nowrap">{dateTime(each.received_at, context.shop.timeZone)}</td>
                <td>{each.idempotency_key}</td>
                <td data-label="Response">
                  {each.problem ? `${each.status}: ${each.problem}` : each.status}
                </td>
              </tr>
            ))}
          </tbody>
        </table>
        {requests.length === 0 ? <p className="card subdued">No requests yet.</p> : null}
      </div>
    </>,
  );
}
