import { CAMEL_NAMES, EmailField, NameFields } from "~/domain/invitations/ui/fields";
import { FormDialog } from "~/ui/form/FormDialog";

/** Invite User. Render it while it is open. Close discards the input. */
export default function InviteUserDialog({ onClose }: { onClose(): void }) {
  return (
    <FormDialog
      title="Invite User"
      submitLabel="Submit"
      hidden={{ intent: "invite" }}
      refusalWord="Error:"
      onClose={onClose}
    >
      <NameFields names={CAMEL_NAMES} />
      <EmailField />
    </FormDialog>
  );
}
