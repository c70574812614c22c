import { Text } from "@shopify/polaris";
import { FormDialog } from "~/ui/form/FormDialog";
import { useFrame } from "~/ui/frame";
import type { Approval } from "../approvals/find-waiting.server";
import { creditCall } from "../function";
import { ReasonInput } from "./inputs";

/** Asks for the reason to decline a request, which the requester reads, or to withdraw the caller's own. */
export default function DeclineDialog({ approval, onClose }: { approval: Approval; onClose(): void }) {
  const isOwn = useFrame().administrator.id === approval.askedById;
  return (
    <FormDialog
      title={isOwn ? "Withdraw this request?" : "Decline this request?"}
      submitLabel={isOwn ? "Withdraw" : "Decline"}
      destructive
      action="/credits"
      call={creditCall("credits.decline", { id: approval.id })}
      onClose={onClose}
    >
      <Text as="p">
        {isOwn ? "Nothing is posted." : `Nothing is posted. ${approval.askedByName} sees the reason.`}
      </Text>
      <ReasonInput />
    </FormDialog>
  );
}
