import { StorefrontField, StorefrontPage } from "~/ui/storefront/StorefrontPage";
import { ADDRESS_IS_FIXED, invitedText, NOT_YOU, REGISTER } from "../../accept/messages";
import type { AudienceId } from "../../audiences";
import { LONGEST_NAME } from "../../person";

interface InvitationPageProps {
  shopName: string;
  audience: AudienceId;
  email: string;
  /** What they are invited to, and more of it, where the audience has that. */
  title: string;
  details: readonly string[];
  names: { firstName: string; lastName: string };
  errors?: { firstName?: string; lastName?: string };
}

/** What somebody sees who opens their invitation: what it is, and a form that works without a script. */
export function InvitationPage({
  shopName,
  audience,
  email,
  title,
  details,
  names,
  errors = {},
}: InvitationPageProps) {
  const problems = [errors.firstName, errors.lastName].filter(Boolean);
  return (
    <StorefrontPage title={`Welcome to ${shopName}`}>
      {problems.length > 0 && (
        <p className="backroom-error" role="alert">
          {problems.join(" ")}
        </p>
      )}
      <p>{invitedText(audience, title)}</p>
      {details.map((line) => (
        <p key={line}>{line}</p>
      ))}
      <dl>
        <dt>Email</dt>
        <dd>
          {email}
          <br />
          <small>{ADDRESS_IS_FIXED}</small>
        </dd>
      </dl>
      <form method="post">
        <StorefrontField
          name="firstName"
          label="First Name"
          value={names.firstName}
          autoComplete="given-name"
          maxLength={LONGEST_NAME}
          error={errors.firstName}
        />
        <StorefrontField
          name="lastName"
          label="Last Name"
          value={names.lastName}
          autoComplete="family-name"
          maxLength={LONGEST_NAME}
          error={errors.lastName}
        />
        <button type="submit">{REGISTER}</button>
      </form>
      <p>
        <small>{NOT_YOU}</small>
      </p>
    </StorefrontPage>
  );
}
