import { FieldProblems, PersonFields, type PersonValues } from "~/ui/storefront/PersonFields";
import { StorefrontPage } from "~/ui/storefront/StorefrontPage";
import { EMAIL_HINT, fairness, REGISTER } from "../../registrations/messages";

interface GiveawayPageProps {
  name: string;
  description: string | null;
  /** The last registration day, MM/DD/YYYY; null for no limit. */
  until: string | null;
  /** The SHA-256 of the draw's seed. */
  commitment: string | null;
  values: PersonValues;
  errors?: Partial<PersonValues>;
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
  return (
    <StorefrontPage title={name}>
      <FieldProblems errors={{ ...errors }} />
      {description?.split(/\n+/).map((line) => (
        <p key={line}>{line}</p>
      ))}
      {until && <p>You can register until {until}.</p>}
      <form method="post">
        <PersonFields values={values} errors={errors} />
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
