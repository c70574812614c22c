import { BlockStack, Modal, Text } from "@shopify/polaris";
import type { ReactNode } from "react";
import { Dialog } from "./Dialog";

export interface ConfirmModalProps {
  /** The question, with what it is about: "Reject Ann Lee?" */
  title: string;
  /** What will happen, and whether it can be undone. */
  children?: ReactNode;
  /** The button's words say what it does, never "OK". */
  confirmLabel: string;
  destructive?: boolean;
  /** The confirmed action is on its way. */
  busy?: boolean;
  onConfirm(): void;
  onClose(): void;
}

/** Asks for confirmation before an action that is hard to undo. Render it while it is open. Load it with `lazyPart`: few visits need it. */
export default function ConfirmModal(props: ConfirmModalProps) {
  return (
    <Dialog
      size="small"
      title={props.title}
      onClose={props.onClose}
      primaryAction={{
        content: props.confirmLabel,
        destructive: props.destructive,
        loading: props.busy,
        onAction: props.onConfirm,
      }}
      secondaryActions={[
        // Beside "Cancel return", "Cancel" could mean either.
        {
          content: props.confirmLabel.startsWith("Cancel") ? "Close" : "Cancel",
          disabled: props.busy,
          onAction: props.onClose,
        },
      ]}
    >
      {props.children && (
        <Modal.Section>
          <BlockStack gap="300">
            {typeof props.children === "string" ? <Text as="p">{props.children}</Text> : props.children}
          </BlockStack>
        </Modal.Section>
      )}
    </Dialog>
  );
}
