import { StorefrontField, StorefrontPage } from "~/ui/storefront/StorefrontPage";
import { EMAIL_HINT, fairness, REGISTER } from "../../registrations/messages";

/** The submitted field values. */
export interface ApplicantFields {
  firstName: string;
  lastName: string;
  email: string;
}

interface GiveawayPageProps {
  name: string;
  description: string | null;
  /** The last registration day, MM/DD/YYYY; null for no limit. */
  until: string | null;
  /** The SHA-256 of the draw's seed. */
  commitment: string | null;
  values: ApplicantFields;
  errors?: Partial<ApplicantFields>;
}

/** The public registration page: a description, and a form that works without JavaScript. */
export function GiveawayPage({
  name,
  description,
  until,
  commitment,
  values,
  errors = {},
}: GiveawayPageProps) {
  const problems = [errors.firstName, errors.lastName, errors.email].filter(Boolean);
  return (
    <StorefrontPage title={name}>
      {problems.length > 0 && (
        <p className="backroom-error" role="alert">
          {problems.join(" ")}
        </p>
      )}
      {description?.split(/\n+/).map((line) => (
        <p key={line}>{line}</p>
      ))}
      {until && <p>You can register until {until}.</p>}
      <form method="post">
        <StorefrontField
          name="firstName"
          label="First Name"
          value={values.firstName}
          autoComplete="given-name"
          maxLength={255}
          error={errors.firstName}
        />
        <StorefrontField
          name="lastName"
          label="Last Name"
          value={values.lastName}
          autoComplete="family-name"
          maxLength={255}
          error={errors.lastName}
        />
        <StorefrontField
          name="email"
          type="email"
          label="Email"
          value={values.email}
          autoComplete="email"
          maxLength={254}
          error={errors.email}
        />
        <p>
          <small>{EMAIL_HINT}</small>
        </p>
        <button type="submit">{REGISTER}</button>
      </form>
      {commitment && (
        <p>
          <small>{fairness(commitment)}</small>
        </p>
      )}
    </StorefrontPage>
  );
}
