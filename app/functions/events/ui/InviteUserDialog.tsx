import { CAMEL_NAMES, EmailField, NameFields } from "~/domain/invitations/ui/fields";
import { FormDialog } from "~/ui/form/FormDialog";
import { eventCall } from "../function";

/** Invite User. Render it while it is open. Close discards the input. */
export default function InviteUserDialog({ eventId, onClose }: { eventId: string; onClose(): void }) {
  return (
    <FormDialog
      title="Invite User"
      submitLabel="Submit"
      call={eventCall("events.inviteOne", { params: { eventId }, body: {} })}
      refusalWord="Error:"
      onClose={onClose}
    >
      <NameFields names={CAMEL_NAMES} />
      <EmailField />
    </FormDialog>
  );
}
