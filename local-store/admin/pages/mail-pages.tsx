import type { MailMessage, MailSummary } from "../../mail/mailbox.ts";
import type { MailKnobs } from "../../mail/smtp-server.ts";
import { dateTime } from "../format.ts";
import type { PageContext } from "../page-context.ts";
import { renderPage } from "../render-page.tsx";
import { SearchForm } from "./search-form.tsx";

/** The mailbox, newest message first, and the refused recipients. */
export function mailPage(
  context: PageContext,
  messages: MailSummary[],
  options: { to: string; knobs: MailKnobs; smtpPort: number },
): string {
  const base = `/store/${context.shop.handle}/mail`;
  return renderPage(
    { title: "Mail", context },
    <>
      <p className="subdued">
        {`Messages sent to smtp://localhost:${options.smtpPort}. Nothing leaves this machine. `}
        <a href="/mail.json">View as JSON</a>
      </p>
      <SearchForm label="Recipient" value={options.to} name="to" action={base} />
      <div className="card is-flush">
        <table>
          <thead>
            <tr>
              <th>To</th>
              <th>Subject</th>
              <th>Received</th>
            </tr>
          </thead>
          <tbody>
            {messages.map((message) => (
              <tr key={message.id}>
                <td>{message.envelope_to.join(", ")}</td>
                <td>
                  <a href={`${base}/${message.id}`}>{message.subject || "(no subject)"}</a>
                </td>
                <td className="is-nowrap">{dateTime(message.received_at, context.shop.timeZone)}</td>
              </tr>
            ))}
          </tbody>
        </table>
        {messages.length === 0 ? <p className="card subdued">No mail yet.</p> : null}
      </div>
      <form className="card" method="post" action={`${base}/knobs`}>
        <h2>Refused recipients</h2>
        <div className="grid">
          <label className="field">
            <span>Refused permanently (550)</span>
            <input name="refused" defaultValue={options.knobs.refused.join(", ")} />
            <span className="hint">Addresses or domains such as @bounce.example, separated by commas</span>
          </label>
          <label className="field">
            <span>Refused temporarily (451)</span>
            <input name="deferred" defaultValue={options.knobs.deferred.join(", ")} />
          </label>
        </div>
        <div className="actions">
          <button type="submit">Save</button>
          <button type="submit" className="is-critical" formAction={`${base}/empty`}>
            Empty mailbox
          </button>
        </div>
      </form>
    </>,
  );
}

/** A message with its parts and headers. The HTML part is shown in a sandboxed frame. */
export function emailPage(context: PageContext, message: MailMessage): string {
  const { email } = message;
  return renderPage(
    { title: message.subject || "(no subject)", context },
    <>
      <section className="card">
        <dl>
          <dt>From</dt>
          <dd>{email.from ? `${email.from.name} <${email.from.address}>` : message.envelope_from}</dd>
          <dt>To</dt>
          <dd>{message.envelope_to.join(", ")}</dd>
          <dt>Received</dt>
          <dd>{dateTime(message.received_at, context.shop.timeZone)}</dd>
        </dl>
      </section>
      {email.html ? (
        <section className="card">
          <h2>HTML</h2>
          <iframe
            className="mail-body"
            title="HTML part"
            src={`/mail/${message.id}/html`}
            sandbox="allow-popups allow-popups-to-escape-sandbox"
          />
        </section>
      ) : null}
      {email.text ? (
        <section className="card">
          <h2>Text</h2>
          <pre>{email.text}</pre>
        </section>
      ) : null}
      {email.attachments.length > 0 ? (
        <section className="card">
          <h2>Attachments</h2>
          {attachmentLinks(message).map(({ href, filename, mimeType }) => (
            <p key={href}>
              <a href={href}>{filename}</a> <span className="subdued">{mimeType}</span>
            </p>
          ))}
        </section>
      ) : null}
      <section className="card">
        <h2>Headers</h2>
        <pre>{message.source.split(/\r?\n\r?\n/, 1)[0]}</pre>
      </section>
    </>,
  );
}

function attachmentLinks({ id, email }: MailMessage) {
  return email.attachments.map((file, index) => ({
    href: `/mail/${id}/attachments/${index}`,
    filename: file.filename ?? "unnamed",
    mimeType: file.mimeType,
  }));
}
