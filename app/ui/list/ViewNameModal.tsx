import { Modal, TextField } from "@shopify/polaris";
import { useState } from "react";
import { VIEW_NAME_LENGTH } from "~/platform/list";
import { Dialog } from "../Dialog";

interface ViewNameModalProps {
  initialName: string;
  takenNames: readonly string[];
  onName(name: string): void;
  onClose(): void;
}

/** Asks for the name of a saved view. */
export default function ViewNameModal({ initialName, takenNames, onName, onClose }: ViewNameModalProps) {
  const [name, setName] = useState(initialName);
  const [error, setError] = useState<string>();
  const submit = () => {
    const trimmed = name.trim();
    if (!trimmed) setError("Enter a name for the view.");
    else if (trimmed !== initialName && takenNames.includes(trimmed))
      setError("You have a view of this name.");
    else onName(trimmed);
  };
  return (
    <Dialog
      title={initialName ? "Rename view" : "Save as a view"}
      onClose={onClose}
      primaryAction={{ content: "Save", onAction: submit }}
      secondaryActions={[{ content: "Cancel", onAction: onClose }]}
    >
      <Modal.Section>
        <form
          onSubmit={(event) => {
            event.preventDefault();
            submit();
          }}
        >
          <TextField
            label="Name"
            autoComplete="off"
            autoFocus
            maxLength={VIEW_NAME_LENGTH}
            value={name}
            onChange={setName}
            error={error}
            helpText="It keeps the tab, the search and the order that are shown now."
          />
        </form>
      </Modal.Section>
    </Dialog>
  );
}
