import { StorefrontPage } from "./StorefrontPage";

interface ConfirmPageProps {
  title: string;
  /** What the person confirms. */
  text: string;
  /** What was entered on the page that sent the link. */
  name: string;
  email: string;
  /** More that was entered. */
  detail?: string;
  /** The fields that the page shows. The button sends them back, so that it confirms nothing else. */
  shown: Readonly<Record<string, string>>;
  /** They have changed since the person opened the page. */
  isChanged?: boolean;
  /** The button. */
  confirm: string;
}

const CHANGED = "These details have changed since you opened this page. Check them before you confirm.";

/** The public page of a link that confirms an email address: a form with one button, which works without JavaScript. */
export const ConfirmPage = ({
  title,
  text,
  name,
  email,
  detail,
  shown,
  isChanged = false,
  confirm,
}: ConfirmPageProps) => (
  <StorefrontPage title={title}>
    {isChanged && (
      <p className="backroom-error" role="alert">
        {CHANGED}
      </p>
    )}
    <p>{text}</p>
    <p>
      {name}
      <br />
      {email}
      {detail && (
        <>
          <br />
          {detail}
        </>
      )}
    </p>
    <form method="post">
      {Object.entries(shown).map(([field, value]) => (
        <input key={field} type="hidden" name={field} value={value} />
      ))}
      <button type="submit">{confirm}</button>
    </form>
  </StorefrontPage>
);
