import { BlockStack, FormLayout, Modal } from "@shopify/polaris";
import type { ReactNode } from "react";
import { Dialog, type DialogProps } from "../Dialog";
import { ActionForm, type ActionFormProps } from "./ActionForm";
import { RefusalBanner } from "./RefusalBanner";
import { useDialogForm } from "./useDialogForm";

interface FormDialogProps extends Pick<DialogProps, "title" | "size"> {
  submitLabel: string;
  /** What is submitted takes something away. */
  destructive?: boolean;
  /** Something that is needed is missing yet. */
  incomplete?: boolean;
  /** The call that it makes, with the input that no field gives. */
  call: ActionFormProps["call"];
  /** The action's URL; without it, the page's own. */
  action?: string;
  /** Where the specification wants a refusal as a banner within: the word between its code and its message. */
  refusalWord?: string;
  /** Shown with a refusal: what can be done about it here. */
  afterRefusal?: ReactNode;
  /** How long it stays with its loader after a success, where the specification wants that. */
  closesAfterMs?: number;
  onClose(): void;
  /** The fields. */
  children: ReactNode;
}

/**
 * The dialog of a short form: it closes when the action accepts the input. A refusal is shown in the dialog.
 * Render it while it is open; closing it forgets what was entered.
 */
export function FormDialog(props: FormDialogProps) {
  const { submitLabel, destructive, incomplete, call, action, refusalWord, onClose, children } = props;
  const { fetcher, form, isBusy, refusal, submit } = useDialogForm(onClose, props.closesAfterMs);
  return (
    <Dialog
      title={props.title}
      size={props.size}
      onClose={onClose}
      primaryAction={{
        content: submitLabel,
        destructive,
        disabled: incomplete,
        loading: isBusy,
        onAction: submit,
      }}
      secondaryActions={[{ content: "Close", onAction: onClose }]}
    >
      <Modal.Section>
        <ActionForm
          ref={form}
          fetcher={fetcher}
          action={action}
          call={call}
          isBusy={isBusy}
          incomplete={incomplete}
        >
          {/* In the layout, an empty place would be left for a refusal. */}
          <BlockStack gap="400">
            <RefusalBanner answer={refusal} word={refusalWord} />
            {refusal?.notice && props.afterRefusal}
            <FormLayout>{children}</FormLayout>
          </BlockStack>
        </ActionForm>
      </Modal.Section>
    </Dialog>
  );
}
