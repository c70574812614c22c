import { FormDialog } from "~/ui/form/FormDialog";
import type { InvitationRow } from "../row";
import { NameFields } from "./fields";

interface EditInvitationDialogProps {
  row: InvitationRow;
  onClose(): void;
}

/** The edit modal of an invited person: First Name, Last Name. It keeps the row as it was when it opened. */
export default function EditInvitationDialog({ row, onClose }: EditInvitationDialogProps) {
  const hidden = { intent: "edit", id: row.id, version: String(row.version), email: row.email };
  return (
    <FormDialog title={`Edit ${row.displayName}`} submitLabel="Submit" hidden={hidden} onClose={onClose}>
      <NameFields firstName={row.firstName} lastName={row.lastName} />
    </FormDialog>
  );
}
