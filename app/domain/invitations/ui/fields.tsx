import { FormLayout } from "@shopify/polaris";
import { TextInput } from "~/ui/form/fields";
import { additionalTags, inviteeEmail, inviteeNames } from "../person";

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

/** As the payloads of the second and third specification text spell the names; the first has `first_name`. */
export const CAMEL_NAMES = { first: "firstName", last: "lastName" };

interface NameFieldsProps {
  /** What the two fields are called in the form that is sent. */
  names?: typeof CAMEL_NAMES;
  firstName?: string;
  lastName?: string;
  /** Told what the fields hold. */
  onFirstName?: (value: string) => void;
  onLastName?: (value: string) => void;
}

/** First Name and Last Name; both are needed. */
export const NameFields = ({ names, firstName, lastName, onFirstName, onLastName }: NameFieldsProps) => (
  <FormLayout.Group>
    <TextInput
      name={names?.first ?? "first_name"}
      label="First Name"
      defaultValue={firstName}
      maxLength={255}
      validate={firstNameProblem}
      onValue={onFirstName}
    />
    <TextInput
      name={names?.last ?? "last_name"}
      label="Last Name"
      defaultValue={lastName}
      maxLength={255}
      validate={lastNameProblem}
      onValue={onLastName}
    />
  </FormLayout.Group>
);

/** The address that the invitation goes to. */
export const EmailField = ({ onValue }: { onValue?: (value: string) => void }) => (
  <TextInput
    name="email"
    label="Email"
    type="email"
    inputMode="email"
    maxLength={254}
    validate={emailProblem}
    onValue={onValue}
  />
);

interface TagsFieldProps {
  /** What the field is called in the form that is sent. */
  name?: string;
  defaultValue?: string;
  maxLength?: number;
  disabled?: boolean;
  helpText: string;
}

/** Tags in one text, separated by commas. */
export const TagsField = ({ name = "tags", ...field }: TagsFieldProps) => (
  <TextInput {...field} name={name} label="Tags" validate={tagsProblem} />
);
