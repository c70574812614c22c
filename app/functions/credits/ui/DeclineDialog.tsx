import { Text } from "@shopify/polaris";
import { MOST_REFERENCE } from "~/domain/ledger/posting";
import { FormDialog } from "~/ui/form/FormDialog";
import { TextInput } from "~/ui/form/fields";
import type { Approval } from "../approvals/contract";

/** Asks why a request is declined; who asked for it reads that. */
export default function DeclineDialog({ approval, onClose }: { approval: Approval; onClose(): void }) {
  return (
    <FormDialog
      title="Decline this request?"
      submitLabel="Decline"
      destructive
      action="/credits"
      hidden={{ intent: "decline", id: approval.id }}
      onClose={onClose}
    >
      <Text as="p">Nothing is posted. {approval.askedByName} sees the reason.</Text>
      <TextInput
        name="reason"
        label="Reason"
        requiredIndicator
        maxLength={MOST_REFERENCE}
        validate={(value) => (value.trim() ? undefined : "Say why.")}
      />
    </FormDialog>
  );
}
