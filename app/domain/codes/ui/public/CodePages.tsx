import { StorefrontChoice, StorefrontField, StorefrontPage } from "~/ui/storefront/StorefrontPage";
import { MAX_CODE_LENGTH } from "../../limits";
import { INTRODUCTION, KIND_LABEL, KIND_LABELS, REGISTER, type Sentence, title } from "./messages";

/** The submitted field values. */
export interface ApplicantFields {
  code: string;
  kind: string;
  firstName: string;
  lastName: string;
  email: string;
}

const KINDS = Object.entries(KIND_LABELS).map(([value, label]) => ({ value, label }));

/** The public page for registering with a code: a form that works without JavaScript. */
export function CodePage({
  shopName,
  values,
  errors = {},
}: {
  shopName: string;
  values: ApplicantFields;
  errors?: Partial<ApplicantFields>;
}) {
  const problems = Object.values(errors).filter(Boolean);
  return (
    <StorefrontPage title={title(shopName)}>
      {problems.length > 0 && (
        <p className="backroom-error" role="alert">
          {problems.join(" ")}
        </p>
      )}
      <p>{INTRODUCTION}</p>
      <form method="post">
        <StorefrontField
          name="code"
          label="Registration Code"
          value={values.code}
          autoComplete="off"
          maxLength={MAX_CODE_LENGTH}
          error={errors.code}
        />
        <StorefrontChoice
          name="kind"
          label={KIND_LABEL}
          value={values.kind}
          options={KINDS}
          error={errors.kind}
        />
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
        <button type="submit">{REGISTER}</button>
      </form>
    </StorefrontPage>
  );
}

/** A page with one message about a registration and a link to the shop. */
export const CodeSentencePage = ({
  sentence,
  shopName,
  shopUrl,
}: {
  sentence: Sentence;
  shopName: string;
  shopUrl: string;
}) => (
  <StorefrontPage title={sentence.title}>
    <p role="status">{sentence.text}</p>
    <p>
      <a href={shopUrl}>Go to {shopName}</a>
    </p>
  </StorefrontPage>
);
