import { useState } from "react";
import { VIEW_NAME_LENGTH } from "~/platform/list";
import type { PageCall } from "~/platform/page-call";
import { TextInput } from "~/ui/form/fields";
import { FormDialog } from "../form/FormDialog";

interface ViewNameModalProps {
  /** Empty for a new view. */
  initialName: string;
  takenNames: readonly string[];
  /** Where and what it posts, without the name. */
  action: string;
  call: PageCall;
  onClose(): void;
}

/** Asks for the name of a saved view, and saves it. */
export default function ViewNameModal(props: ViewNameModalProps) {
  const { initialName, action, call, onClose } = props;
  // Those of the opening: the saved name arrives before the dialog closes.
  const [takenNames] = useState(props.takenNames);
  const validate = (text: string) => {
    const name = text.trim();
    if (!name) return "Enter a name for the view.";
    if (name !== initialName && takenNames.includes(name)) return "You have a view of this name.";
    return undefined;
  };
  return (
    <FormDialog
      title={initialName ? "Rename view" : "Save as a view"}
      submitLabel="Save"
      action={action}
      call={call}
      onClose={onClose}
    >
      <TextInput
        name="name"
        label="Name"
        autoFocus
        maxLength={VIEW_NAME_LENGTH}
        defaultValue={initialName}
        validate={validate}
        helpText="It keeps the tab, the search and the order that are shown now."
      />
    </FormDialog>
  );
}
