import { FormLayout } from "@shopify/polaris";
import { TextInput } from "~/ui/form/fields";
import { EMAIL_NOT_VALID, FIRST_NAME_NOT_VALID, LAST_NAME_NOT_VALID, TAGS_NOT_VALID } from "../messages";
import { additionalTags, inviteeEmail, inviteeNames } from "../person";

const problemIn =
  (schema: { safeParse(value: string): { success: boolean } }, sentence: string) =>
  (value: string): string | undefined =>
    schema.safeParse(value).success ? undefined : sentence;

const firstNameProblem = problemIn(inviteeNames.shape.firstName, FIRST_NAME_NOT_VALID);
const lastNameProblem = problemIn(inviteeNames.shape.lastName, LAST_NAME_NOT_VALID);
const emailProblem = problemIn(inviteeEmail, EMAIL_NOT_VALID);
const tagsProblem = problemIn(additionalTags, TAGS_NOT_VALID);

/** First Name and Last Name; both are needed. */
export const NameFields = ({ firstName, lastName }: { firstName?: string; lastName?: string }) => (
  <FormLayout.Group>
    <TextInput name="first_name" label="First Name" defaultValue={firstName} validate={firstNameProblem} />
    <TextInput name="last_name" label="Last Name" defaultValue={lastName} validate={lastNameProblem} />
  </FormLayout.Group>
);

/** The address that the invitation goes to. */
export const EmailField = () => (
  <TextInput name="email" label="Email" type="email" inputMode="email" validate={emailProblem} />
);

/** What they get beside the tags of everybody who is invited here. */
export const TagsField = ({ given }: { given: readonly string[] }) => (
  <TextInput
    name="additional_tags"
    label="Tags"
    helpText={`Separated by commas${given.length > 0 ? `; ${given.join(", ")} comes by itself` : ""}.`}
    validate={tagsProblem}
  />
);
