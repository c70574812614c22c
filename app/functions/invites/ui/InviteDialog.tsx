import { useCallback, useState } from "react";
import { USER_TYPE_NOT_VALID } from "~/domain/invitations/messages";
import { CAMEL_NAMES, EmailField, NameFields, TagsField } from "~/domain/invitations/ui/fields";
import { FormDialog } from "~/ui/form/FormDialog";
import { SelectInput } from "~/ui/form/fields";
import { inviteCall } from "../function";

interface InviteDialogProps {
  userTypes: readonly UserTypeChoice[];
  onClose(): void;
}

const REQUIRED = ["userType", "firstName", "lastName", "email"] as const;

type Required = (typeof REQUIRED)[number];

/** The Invite modal. Submit is disabled until all required fields are filled. */
export default function InviteDialog({ userTypes, onClose }: InviteDialogProps) {
  const { isComplete, noteValue } = useCompleteness();
  const options = [
    { value: "", label: "Select User Type" },
    ...userTypes.map(({ userTypeId, name }) => ({ value: String(userTypeId), label: name })),
  ];
  return (
    <FormDialog
      title="Invite"
      submitLabel="Submit"
      incomplete={!isComplete}
      call={inviteCall("invites.invite", {})}
      onClose={onClose}
    >
      <SelectInput
        name="userType"
        label="User Type"
        options={options}
        validate={(value) => (value ? undefined : USER_TYPE_NOT_VALID)}
        onValue={noteValue.userType}
      />
      <NameFields names={CAMEL_NAMES} onFirstName={noteValue.firstName} onLastName={noteValue.lastName} />
      <EmailField onValue={noteValue.email} />
      <TagsField maxLength={500} helpText="Added to those of the user type, separated by commas." />
    </FormDialog>
  );
}

/** Whether every required field has a value. Errors of a value are shown at its field. */
function useCompleteness() {
  const [filled, setFilled] = useState<ReadonlySet<Required>>(new Set());
  const note = useCallback((name: Required, value: string) => {
    setFilled((before) => {
      const isFilled = value.trim() !== "";
      if (before.has(name) === isFilled) return before;
      const after = new Set(before);
      if (isFilled) after.add(name);
      else after.delete(name);
      return after;
    });
  }, []);
  const [noteValue] = useState(() => ({
    userType: (value: string) => note("userType", value),
    firstName: (value: string) => note("firstName", value),
    lastName: (value: string) => note("lastName", value),
    email: (value: string) => note("email", value),
  }));
  return { isComplete: filled.size === REQUIRED.length, noteValue };
}

/** A user type to choose. */
export interface UserTypeChoice {
  userTypeId: number;
  name: string;
}
