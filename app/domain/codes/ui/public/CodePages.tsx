import type { RegisteredKind } from "~/domain/customers/kinds";
import { ConfirmPage } from "~/ui/storefront/ConfirmPage";
import { FieldProblems, PersonFields, type PersonValues } from "~/ui/storefront/PersonFields";
import { StorefrontChoice, StorefrontField, StorefrontPage } from "~/ui/storefront/StorefrontPage";
import { MAX_CODE_LENGTH } from "../../limits";
import {
  CONFIRM,
  confirmText,
  INTRODUCTION,
  KIND_LABEL,
  KIND_LABELS,
  REGISTER,
  type Sentence,
  title,
} from "./messages";

/** The submitted field values. */
export interface ApplicantFields extends PersonValues {
  code: string;
  kind: string;
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
  return (
    <StorefrontPage title={title(shopName)}>
      <FieldProblems errors={{ ...errors }} />
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
        <PersonFields values={values} errors={errors} />
        <button type="submit">{REGISTER}</button>
      </form>
    </StorefrontPage>
  );
}

/** The page of the link that confirms an applicant's email address. */
export const CodeConfirmPage = ({
  shopName,
  values: { firstName, lastName, email, kind },
  isChanged,
}: {
  shopName: string;
  values: PersonValues & { kind: RegisteredKind };
  isChanged: boolean;
}) => (
  <ConfirmPage
    title={title(shopName)}
    text={confirmText(shopName)}
    name={`${firstName} ${lastName}`}
    email={email}
    detail={KIND_LABELS[kind]}
    shown={{ firstName, lastName, kind }}
    isChanged={isChanged}
    confirm={CONFIRM}
  />
);

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
