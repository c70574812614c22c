import { Text } from "@shopify/polaris";
import { FormDialog } from "~/ui/form/FormDialog";
import type { Approval } from "../approvals/contract";
import { ReasonInput } from "./ReasonInput";

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
      <ReasonInput />
    </FormDialog>
  );
}
