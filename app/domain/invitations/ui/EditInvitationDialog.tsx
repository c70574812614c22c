import { FormDialog } from "~/ui/form/FormDialog";
import type { InvitationRow } from "../list.server";
import { screenCall } from "../screen-functions";
import type { InvitedAudience } from "../screens";
import { NameFields } from "./fields";

interface EditInvitationDialogProps {
  audience: InvitedAudience;
  /** As the list has it now. */
  row: InvitationRow;
  onClose(): void;
}

/** The edit modal of an invited person: First Name, Last Name. */
export default function EditInvitationDialog({ audience, row, onClose }: EditInvitationDialogProps) {
  const { id, version, email } = row;
  return (
    <FormDialog
      title={`Edit ${row.displayName}`}
      submitLabel="Submit"
      call={(fields) => screenCall(audience, "save", { excelData: [{ id, email, ...fields }] })}
      basis={{ version }}
      onClose={onClose}
    >
      <NameFields firstName={row.firstName} lastName={row.lastName} />
    </FormDialog>
  );
}
