import { StorefrontPage } from "~/ui/storefront/StorefrontPage";

/** What waits for a confirmation, or what its confirmation did. */
interface ShownEntry {
  id: string;
  title: string;
  note: string | null;
  /** What was entered, line by line. */
  details: readonly string[];
  /** Null while it waits. */
  outcome: ShownOutcome | null;
}

interface ShownOutcome {
  title: string;
  text: string;
  link?: { url: string; label: string };
}

interface ConfirmPageProps {
  shopName: string;
  shopUrl: string;
  entries: readonly ShownEntry[];
  /** What the person has just done, when it isn't shown at an entry. */
  notice?: ShownOutcome;
  /** More can't wait, so new entries are left out. */
  isFull: boolean;
}

/** The public page of a link that confirms an email address. Each entry has its own form, which works without JavaScript. */
export function ConfirmPage({ shopName, shopUrl, entries, notice, isFull }: ConfirmPageProps) {
  const waiting = entries.filter(({ outcome }) => outcome === null);
  return (
    <StorefrontPage title="Confirm your email address">
      {notice && <Outcome {...notice} />}
      {waiting.length > 0 && (
        <p>
          This was entered with your email address at {shopName}. Confirm what is yours. The rest doesn't
          count, and is deleted within a day.
        </p>
      )}
      {isFull && <p>Many entries wait here, and no more are accepted. Remove those that aren't yours.</p>}
      {entries.map((entry) => (
        <Entry key={entry.id} entry={entry} />
      ))}
      {waiting.length > 1 && (
        <form method="post">
          {waiting.map(({ id }) => (
            <input key={id} type="hidden" name="entry" value={id} />
          ))}
          <button type="submit" name="decision" value="dismiss" className="backroom-plain">
            None of these is mine
          </button>
        </form>
      )}
      {waiting.length === 0 && (
        <>
          {entries.length === 0 && !notice && <p role="status">Nothing waits for your confirmation.</p>}
          <p>
            <a href={shopUrl}>Go to {shopName}</a>
          </p>
        </>
      )}
    </StorefrontPage>
  );
}

function Entry({ entry: { id, title, note, details, outcome } }: { entry: ShownEntry }) {
  return (
    <section className="backroom-entry">
      <h2>{title}</h2>
      {outcome ? (
        <Outcome {...outcome} />
      ) : (
        <>
          {note && <p>{note}</p>}
          <p>{details.join("\n")}</p>
          <form method="post" className="backroom-buttons">
            <input type="hidden" name="entry" value={id} />
            <button type="submit" name="decision" value="confirm" aria-label={`Confirm: ${title}`}>
              Confirm
            </button>
            <button
              type="submit"
              name="decision"
              value="dismiss"
              className="backroom-plain"
              aria-label={`Not mine: ${title}`}
            >
              Not mine
            </button>
          </form>
        </>
      )}
    </section>
  );
}

const Outcome = ({ title, text, link }: ShownOutcome) => (
  <div role="status">
    <p>
      <strong>{title}</strong>
    </p>
    <p>{text}</p>
    {link && (
      <p>
        <a href={link.url}>{link.label}</a>
      </p>
    )}
  </div>
);

/** A public page with one message, and where it goes on. */
export function MessagePage({
  title,
  text,
  link,
}: {
  title: string;
  text: string;
  link?: { url: string; label: string };
}) {
  return (
    <StorefrontPage title={title}>
      <p role="status">{text}</p>
      {link && (
        <p>
          <a href={link.url}>{link.label}</a>
        </p>
      )}
    </StorefrontPage>
  );
}
