import type { ReactElement } from "react";
import { StorefrontFile, StorefrontText } from "~/ui/storefront/fields";
import { StorefrontPage } from "~/ui/storefront/StorefrontPage";
import { MAX_ANSWER_LENGTH } from "../limits";

interface ShownMessage {
  id: number;
  isCustomer: boolean;
  /** Null for what the customer wrote. */
  text: string | null;
  hasFile: boolean;
  at: string;
}

interface RequestPageProps {
  title: string;
  facts: readonly { label: string; value: string; url?: string }[];
  messages: readonly ShownMessage[];
  answer?: { lead?: string; file?: string; text?: string; button: string };
  actions?: readonly { name: string; label: string; warning?: string }[];
  more?: ReactElement;
  /** The text of the link to the request's file. */
  download?: string;
  /** Of all their requests, for a customer who is signed in. */
  listUrl?: string;
  shopName: string;
  upload?: { types: readonly string[]; maxMegabytes: number };
  /** An answer that is sent twice is stored once. */
  operationId: string;
  notice?: string;
  problem?: string;
  /** What was typed, when it wasn't taken. */
  text?: string;
}

/** What a customer is asked, or waits for, with what they can do. It works without JavaScript. */
export function RequestPage(props: RequestPageProps) {
  const { title, facts, messages, answer, actions = [], more, download, listUrl, notice, problem } = props;
  return (
    <StorefrontPage title={title}>
      {notice && <p role="status">{notice}</p>}
      {problem && (
        <p className="backroom-error" role="alert">
          {problem}
        </p>
      )}
      <dl>
        {facts.map(({ label, value, url }) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd>{url ? <a href={url}>{value}</a> : value}</dd>
          </div>
        ))}
      </dl>
      {more}
      {download && (
        <p>
          <a href="download/">{download}</a>
        </p>
      )}
      {messages.length > 0 && <Messages {...props} />}
      {answer && <AnswerForm {...props} answer={answer} />}
      {actions.map((action) => (
        <ActionForm key={action.name} {...action} />
      ))}
      {listUrl && (
        <p>
          <a href={listUrl}>See all your requests</a>
        </p>
      )}
    </StorefrontPage>
  );
}

const Messages = ({ messages, shopName }: RequestPageProps) => (
  <>
    <h2>Messages</h2>
    <ol className="backroom-messages">
      {messages.map(({ id, isCustomer, text, hasFile, at }) => (
        <li key={id}>
          <p>
            <strong>{isCustomer ? `You answered${hasFile ? " with a file" : ""}` : shopName}</strong>, {at}
          </p>
          {text && <p>{text}</p>}
        </li>
      ))}
    </ol>
  </>
);

function AnswerForm({
  answer,
  upload,
  operationId,
  text = "",
}: RequestPageProps & { answer: NonNullable<RequestPageProps["answer"]> }) {
  return (
    <form method="post" encType="multipart/form-data">
      <h2>Your answer</h2>
      {answer.lead && <p>{answer.lead}</p>}
      <input type="hidden" name="operationId" value={operationId} />
      {answer.text && (
        <StorefrontText
          name="text"
          label={answer.text}
          value={text}
          maxLength={MAX_ANSWER_LENGTH}
          isOptional={answer.file !== undefined}
        />
      )}
      {answer.file && upload && (
        <StorefrontFile
          name="file"
          label={answer.file}
          types={upload.types}
          maxMegabytes={upload.maxMegabytes}
          isOptional={answer.text !== undefined}
        />
      )}
      <button type="submit">{answer.button}</button>
    </form>
  );
}

/** A button. One with a warning is opened first, so that no single press cancels something. */
function ActionForm({ name, label, warning }: { name: string; label: string; warning?: string }) {
  const form = (
    <form method="post" encType="multipart/form-data">
      {warning && <p>{warning}</p>}
      <button type="submit" name="decision" value={name} className="backroom-plain">
        {label}
      </button>
    </form>
  );
  if (!warning) return form;
  return (
    <details className="backroom-entry">
      <summary>{label}</summary>
      {form}
    </details>
  );
}

/** The page of an expired link. It says nothing about the request, because the link may be in other hands. */
export function RenewPage({ isSent = false, text }: { isSent?: boolean; text?: string }) {
  if (isSent)
    return (
      <StorefrontPage title="Check your email">
        <p role="status">
          A new link is on its way to the email address that this request belongs to. Check your spam folder
          if you don't see it within a few minutes.
        </p>
      </StorefrontPage>
    );
  return (
    <StorefrontPage title="This link has expired">
      {text && (
        <>
          <p role="alert">Your answer wasn't sent. Copy it, get a new link, and send it there:</p>
          <p className="backroom-entry">{text}</p>
        </>
      )}
      <p>We can email a new one to the address that this request belongs to.</p>
      <form method="post" encType="multipart/form-data">
        <button type="submit" name="decision" value="renew">
          Email me a new link
        </button>
      </form>
    </StorefrontPage>
  );
}
