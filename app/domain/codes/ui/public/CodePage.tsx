import { StorefrontChoice, StorefrontField } from "~/ui/storefront/fields";
import { FieldProblems, PersonFields, type PersonValues } from "~/ui/storefront/PersonFields";
import { StorefrontPage } from "~/ui/storefront/StorefrontPage";
import { MAX_CODE_LENGTH } from "../../code-tags";
import { INTRODUCTION, KIND_LABEL, KIND_LABELS, REGISTER, title } from "./messages";

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
