import { LabeledField, StorefrontFile } from "~/ui/storefront/fields";
import { FieldProblems } from "~/ui/storefront/PersonFields";
import { StorefrontPage } from "~/ui/storefront/StorefrontPage";
import * as fields from "../../form-fields";
import { receiptAttachment } from "../../receipt-attachment";

interface SubmissionPageProps {
  title: string;
  description: string | null;
  choices: fields.Choices;
  help: NonNullable<fields.FormTexts["help"]>;
  /** The last day, MM/DD/YYYY. Null for no limit. */
  until: string | null;
  /** A form that is sent twice is one submission. */
  operationId: string;
  values: Partial<fields.FormValues>;
  /** By field. `receipt` is the file's. */
  errors?: Record<string, string>;
}

const NAMES = Object.keys(fields.FIELDS) as fields.FieldName[];

/** The public form of a promotion. It works without JavaScript. */
export function SubmissionPage({
  title,
  description,
  choices,
  help,
  until,
  operationId,
  values,
  errors = {},
}: SubmissionPageProps) {
  return (
    <StorefrontPage title={title}>
      <FieldProblems errors={errors} />
      {description?.split(/\n+/).map((line) => (
        <p key={line}>{line}</p>
      ))}
      {until && <p>You can submit your receipt until {until}.</p>}
      <form method="post" encType="multipart/form-data">
        <input type="hidden" name="operationId" value={operationId} />
        {Object.entries(fields.SECTIONS).map(([section, heading]) => (
          <fieldset key={section} className="backroom-section">
            <legend>{heading}</legend>
            {NAMES.filter((field) => fields.FIELDS[field].section === section).map((field) => (
              <Field
                key={field}
                name={field}
                value={values[field] ?? ""}
                error={errors[field]}
                choices={choices}
                help={help[field]}
              />
            ))}
          </fieldset>
        ))}
        <fieldset className="backroom-section">
          <legend>Your receipt</legend>
          <StorefrontFile
            name={fields.RECEIPT_FIELD}
            label={`Receipt (JPG, PNG or PDF, up to ${receiptAttachment.maxMegabytes} MB)`}
            types={receiptAttachment.types}
            maxMegabytes={receiptAttachment.maxMegabytes}
            help={help[fields.RECEIPT_FIELD]}
            error={errors[fields.RECEIPT_FIELD]}
          />
        </fieldset>
        <button type="submit">Submit</button>
      </form>
    </StorefrontPage>
  );
}

function Field({
  name,
  value,
  error,
  choices,
  help,
}: {
  name: fields.FieldName;
  value: string;
  error: string | undefined;
  choices: fields.Choices;
  help: string | undefined;
}) {
  const { label, choice, isOptional, type = "text", autoComplete, ...more } = fields.FIELDS[name];
  const { inputMode, isVerbatim, maxLength = 255 } = more;
  const options = choice ? choices[choice] : [];
  // Without choices, a promotion doesn't ask for them.
  if ((choice === "genders" || choice === "ages") && options.length === 0) return null;
  return (
    <LabeledField name={name} label={label} help={help} error={error} isOptional={isOptional}>
      {(input) =>
        options.length > 0 ? (
          <select {...input} autoComplete={autoComplete} defaultValue={value}>
            <option value="">Select</option>
            {options.map((option) => (
              <option key={option} value={option}>
                {option}
              </option>
            ))}
          </select>
        ) : (
          <input
            {...input}
            autoComplete={autoComplete}
            type={type}
            inputMode={inputMode}
            autoCapitalize={isVerbatim && "none"}
            spellCheck={isVerbatim ? false : undefined}
            maxLength={type === "date" ? undefined : maxLength}
            defaultValue={value}
          />
        )
      }
    </LabeledField>
  );
}
