import { StorefrontPage } from "~/ui/storefront/StorefrontPage";
import { CONFIRM, confirmText } from "../../registrations/messages";

interface ConfirmPageProps {
  /** The giveaway's name. */
  giveaway: string;
  /** What was entered on the giveaway's page. */
  name: string;
  email: string;
}

/** The public page of a link that confirms an entry: a form with one button, which works without JavaScript. */
export function ConfirmPage({ giveaway, name, email }: ConfirmPageProps) {
  return (
    <StorefrontPage title={giveaway}>
      <p>{confirmText(giveaway)}</p>
      <p>
        {name}
        <br />
        {email}
      </p>
      <form method="post">
        <button type="submit">{CONFIRM}</button>
      </form>
    </StorefrontPage>
  );
}
