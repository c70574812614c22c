import { BlockStack, Modal, Text } from "@shopify/polaris";
import { Dialog } from "~/ui/Dialog";
import type { EventRow } from "../list.server";
import { reportText } from "../messages";

interface ReportModalProps {
  event: EventRow;
  /** The signed-in administrator's own address. */
  email: string;
  busy: boolean;
  onConfirm(): void;
  onClose(): void;
}

/** Shows the report's recipient before it is requested. */
export default function ReportModal({ event, email, busy, onConfirm, onClose }: ReportModalProps) {
  return (
    <Dialog
      size="small"
      title="Reports"
      onClose={onClose}
      primaryAction={{ content: "Send", loading: busy, onAction: onConfirm }}
      secondaryActions={[{ content: "Close", disabled: busy, onAction: onClose }]}
    >
      <Modal.Section>
        <BlockStack gap="200">
          <Text as="p" fontWeight="semibold">
            {event.name}
          </Text>
          <Text as="p">{reportText(email)}</Text>
        </BlockStack>
      </Modal.Section>
    </Dialog>
  );
}
