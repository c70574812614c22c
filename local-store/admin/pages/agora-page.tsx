import type { AgoraRequest, AgoraUser } from "../../agora/directory.ts";
import { dateTime } from "../format.ts";
import { renderPage } from "../frame.tsx";
import type { PageContext } from "../page-context.ts";

interface AgoraPageOptions {
  users: { external_id: string; version: number; changes: number; person: AgoraUser }[];
  requests: AgoraRequest[];
  address: string;
  apiKey: string;
}

/** Whom the stand-in of Agora knows, and what the app sent it. */
export function agoraPage(
  context: PageContext,
  { users, requests, address, apiKey }: AgoraPageOptions,
): string {
  return renderPage(
    { title: "Agora", context },
    <>
      <p className="subdued">
        The learning and reseller system that approved people are synced to. Address: <code>{address}</code>,
        key: <code>{apiKey}</code>. Its faults are on the page Faults.{" "}
        <a href={`/agora.json?shop=${context.shop.domain}`}>As JSON</a>
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
                <td>{version}</td>
                <td>{changes}</td>
              </tr>
            ))}
          </tbody>
        </table>
        {users.length === 0 ? <p className="card subdued">Nobody was synced yet.</p> : null}
      </div>
      <h2>What arrived</h2>
      <div className="card is-flush">
        <table>
          <thead>
            <tr>
              <th>Received</th>
              <th>Idempotency key</th>
              <th>Answer</th>
            </tr>
          </thead>
          <tbody>
            {requests.map((each) => (
              <tr key={each.id}>
                <td className="is-nowrap">{dateTime(each.received_at, context.shop.timeZone)}</td>
                <td>{each.idempotency_key}</td>
                <td>{each.problem ? `${each.status}: ${each.problem}` : each.status}</td>
              </tr>
            ))}
          </tbody>
        </table>
        {requests.length === 0 ? <p className="card subdued">Nothing yet.</p> : null}
      </div>
    </>,
  );
}
