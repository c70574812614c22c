import { useFetcher } from "@remix-run/react";
import { FormLayout, Modal } from "@shopify/polaris";
import { type ReactNode, useEffect, useRef } from "react";
import type { ActionAnswer } from "~/platform/notice";
import { ActionForm } from "~/ui/form/ActionForm";
import { isAccepted } from "~/ui/OperationId";
import { useHoldRefresh } from "~/ui/realtime/useRealtime";

interface FormDialogProps {
  title: string;
  submitLabel: string;
  /** Sent along: the form's intent, ids. */
  hidden: Record<string, string>;
  onClose(): void;
  /** The fields. */
  children: ReactNode;
}

/** The modal of a short form: it closes when the action took what was entered, and stays with the messages when it did not. */
export function FormDialog({ title, submitLabel, hidden, onClose, children }: FormDialogProps) {
  const fetcher = useFetcher<ActionAnswer>();
  const form = useRef<HTMLFormElement>(null);
  useHoldRefresh(true);
  const taken = fetcher.state === "idle" && isAccepted(fetcher.data);
  useEffect(() => {
    if (taken) onClose();
  }, [taken, onClose]);
  return (
    <Modal
      open
      title={title}
      onClose={onClose}
      primaryAction={{
        content: submitLabel,
        loading: fetcher.state !== "idle",
        onAction: () => form.current?.requestSubmit(),
      }}
      secondaryActions={[{ content: "Close", onAction: onClose }]}
    >
      <Modal.Section>
        <ActionForm ref={form} fetcher={fetcher} hidden={hidden}>
          <FormLayout>{children}</FormLayout>
          {/* Enter in a field submits a form that has a button; the modal's own stands outside. */}
          <button type="submit" hidden />
        </ActionForm>
      </Modal.Section>
    </Modal>
  );
}
