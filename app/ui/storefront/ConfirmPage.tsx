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
  /** The button. */
  confirm: string;
}

/** The public page of a link that confirms an email address: a form with one button, which works without JavaScript. */
export const ConfirmPage = ({ title, text, name, email, detail, confirm }: ConfirmPageProps) => (
  <StorefrontPage title={title}>
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
      <button type="submit">{confirm}</button>
    </form>
  </StorefrontPage>
);
