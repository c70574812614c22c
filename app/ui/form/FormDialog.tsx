import { BlockStack, FormLayout, Modal } from "@shopify/polaris";
import type { ReactNode } from "react";
import { flushSync } from "react-dom";
import type { PageCall } from "~/platform/page-call";
import { Dialog, type DialogProps } from "../Dialog";
import { ActionForm, type ActionFormProps } from "./ActionForm";
import { FormConflict, RefusalBanner } from "./ConflictBanner";
import { useDialogForm } from "./useDialogForm";
import { useOpenedBasis } from "./useOpenedBasis";

interface FormDialogProps extends Pick<DialogProps, "title" | "size"> {
  submitLabel: string;
  /** What is submitted takes something away. */
  destructive?: boolean;
  /** Something that is needed is missing yet. */
  incomplete?: boolean;
  /** The call that it makes, with the input that no field gives. */
  call: ActionFormProps["call"];
  /** Names the record, where another one can be chosen in the form. */
  record?: string;
  /** What a call that is made of the fields is based on, such as `version`. It is given this beside the fields. */
  basis?: PageCall["input"];
  /** The action's URL; without it, the page's own. */
  action?: string;
  /** Where the specification wants a refusal as a banner within: the word between its code and its message. */
  refusalWord?: string;
  /** How long it stays with its loader after a success, where the specification wants that. */
  closesAfterMs?: number;
  /** The action has accepted the input, such as that of selected rows. */
  onAccepted?(): void;
  onClose(): void;
  /** The fields. */
  children: ReactNode;
}

/**
 * The dialog of a short form: it closes when the action accepts the input. A refusal is shown in the dialog.
 * When someone else has changed the record since, what was entered can be applied on top: give the call and the fields the record as it
 * is now. Render it while it is open; closing it forgets what was entered.
 */
export function FormDialog(props: FormDialogProps) {
  const { submitLabel, destructive, incomplete, action, refusalWord, onClose, children } = props;
  const { fetcher, form, isBusy, refusal, submit } = useDialogForm(
    onClose,
    props.closesAfterMs,
    props.onAccepted,
  );
  const { call, isOutdated, takeLatest } = useOpenedBasis(props.call, props.record, props.basis);
  const conflict = refusal?.status === 409 && isOutdated ? refusal.notice : undefined;
  const applyOnTop = () => {
    flushSync(takeLatest);
    submit();
  };
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
          isOutdated={isOutdated}
          incomplete={incomplete}
        >
          {/* In the layout, an empty place would be left for a refusal. */}
          <BlockStack gap="400">
            {conflict ? (
              <FormConflict notice={conflict} onApply={applyOnTop} />
            ) : (
              <RefusalBanner answer={refusal} word={refusalWord} />
            )}
            <FormLayout>{children}</FormLayout>
          </BlockStack>
        </ActionForm>
      </Modal.Section>
    </Dialog>
  );
}
