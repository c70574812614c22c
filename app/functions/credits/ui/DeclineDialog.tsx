import { Text } from "@shopify/polaris";
import { FormDialog } from "~/ui/form/FormDialog";
import { useFrame } from "~/ui/frame";
import type { Approval } from "../approvals/contract";
import { ReasonInput } from "./ReasonInput";

/** Asks why a request is declined; who asked for it reads that. One may take one's own back like this. */
export default function DeclineDialog({ approval, onClose }: { approval: Approval; onClose(): void }) {
  const isOwn = useFrame().administrator.id === approval.askedById;
  return (
    <FormDialog
      title={isOwn ? "Take this request back?" : "Decline this request?"}
      submitLabel={isOwn ? "Take back" : "Decline"}
      destructive
      action="/credits"
      hidden={{ intent: "decline", id: approval.id }}
      onClose={onClose}
    >
      <Text as="p">
        {isOwn ? "Nothing is posted." : `Nothing is posted. ${approval.askedByName} sees the reason.`}
      </Text>
      <ReasonInput />
    </FormDialog>
  );
}
