import { FormLayout } from "@shopify/polaris";
import { MAX_MAIL_ADDRESS_LENGTH } from "~/platform/mail-address";
import { TextInput } from "~/ui/form/fields";
import { additionalTags, inviteeEmail, inviteeNames, MAX_NAME_LENGTH } from "../person";

interface Checks {
  safeParse(value: string): { success: boolean; error?: { issues: readonly { message: string }[] } };
}

const problemIn =
  (schema: Checks) =>
  (value: string): string | undefined =>
    schema.safeParse(value).error?.issues[0]?.message;

const firstNameProblem = problemIn(inviteeNames.shape.firstName);
const lastNameProblem = problemIn(inviteeNames.shape.lastName);
const emailProblem = problemIn(inviteeEmail);
const tagsProblem = problemIn(additionalTags);

/** The field names of requests in camel case; the others use `first_name`. */
export const CAMEL_NAMES = { first: "firstName", last: "lastName" };

interface NameFieldsProps {
  /** The names of the two fields in the form. */
  names?: typeof CAMEL_NAMES;
  firstName?: string;
  lastName?: string;
  /** Called with the fields' values. */
  onFirstName?: (value: string) => void;
  onLastName?: (value: string) => void;
}

/** First Name and Last Name, both required. */
export const NameFields = ({ names, firstName, lastName, onFirstName, onLastName }: NameFieldsProps) => (
  <FormLayout.Group>
    <TextInput
      name={names?.first ?? "first_name"}
      label="First Name"
      defaultValue={firstName}
      maxLength={MAX_NAME_LENGTH}
      validate={firstNameProblem}
      onValue={onFirstName}
    />
    <TextInput
      name={names?.last ?? "last_name"}
      label="Last Name"
      defaultValue={lastName}
      maxLength={MAX_NAME_LENGTH}
      validate={lastNameProblem}
      onValue={onLastName}
    />
  </FormLayout.Group>
);

/** The invitation's email address. */
export const EmailField = ({ onValue }: { onValue?: (value: string) => void }) => (
  <TextInput
    name="email"
    label="Email"
    type="email"
    inputMode="email"
    maxLength={MAX_MAIL_ADDRESS_LENGTH}
    validate={emailProblem}
    onValue={onValue}
  />
);

interface TagsFieldProps {
  /** The name of the field in the form. */
  name?: string;
  defaultValue?: string;
  maxLength?: number;
  disabled?: boolean;
  helpText: string;
}

/** Comma-separated tags. */
export const TagsField = ({ name = "tags", ...field }: TagsFieldProps) => (
  <TextInput {...field} name={name} label="Tags" optional validate={tagsProblem} />
);
