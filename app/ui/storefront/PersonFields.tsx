import { StorefrontField } from "./fields";

/** What a visitor of a public page enters about themselves. */
export interface PersonValues {
  firstName: string;
  lastName: string;
  email: string;
}

/** Shopify's limit. */
const MAX_NAME_LENGTH = 255;
/** RFC 5321. */
const MAX_ADDRESS_LENGTH = 254;

interface NameFieldsProps {
  values: Pick<PersonValues, "firstName" | "lastName">;
  errors: Partial<Pick<PersonValues, "firstName" | "lastName">>;
}

/** The fields of a public page that ask for a visitor's name. */
export const NameFields = ({ values, errors }: NameFieldsProps) => (
  <>
    <StorefrontField
      name="firstName"
      label="First Name"
      value={values.firstName}
      autoComplete="given-name"
      maxLength={MAX_NAME_LENGTH}
      error={errors.firstName}
    />
    <StorefrontField
      name="lastName"
      label="Last Name"
      value={values.lastName}
      autoComplete="family-name"
      maxLength={MAX_NAME_LENGTH}
      error={errors.lastName}
    />
  </>
);

/** The fields of a public page that ask for a visitor's name and email address. */
export const PersonFields = ({ values, errors }: { values: PersonValues; errors: Partial<PersonValues> }) => (
  <>
    <NameFields values={values} errors={errors} />
    <StorefrontField
      name="email"
      type="email"
      inputMode="email"
      label="Email"
      value={values.email}
      autoComplete="email"
      maxLength={MAX_ADDRESS_LENGTH}
      error={errors.email}
    />
  </>
);

/** What is wrong with the fields of a form, above it. Nothing while they are valid. */
export function FieldProblems({ errors }: { errors: Readonly<Record<string, string | undefined>> }) {
  const problems = Object.values(errors).filter(Boolean);
  return problems.length === 0 ? null : (
    <p className="backroom-error" role="alert">
      {problems.join(" ")}
    </p>
  );
}
