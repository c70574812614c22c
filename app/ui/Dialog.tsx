import { Modal, type ModalProps, Text } from "@shopify/polaris";
import { type RefObject, useEffect, useRef, useState } from "react";
import { useReturnFocus } from "~/ui/focus";
import { focusFirstField } from "~/ui/form/form-context";
import { useTypedText } from "~/ui/form/useTypedText";

export interface DialogProps extends Omit<ModalProps, "open" | "activator"> {
  /** For a dialog with its own address: the id of the control that opens it, because the page behind it is rendered again. */
  openerId?: string;
  /** What is typed in it isn't lost, or is only a search. */
  asksNothing?: boolean;
}

/**
 * A dialog, open as long as it is rendered: every dialog of the console. Its first field gets the focus, which goes back to what had it
 * before when the dialog closes, so that a list goes on at its row. With typed text in it, Escape and a click outside ask before they
 * close it. Its sections are `Modal.Section`s.
 */
export function Dialog({ openerId, asksNothing = false, onClose, children, ...props }: DialogProps) {
  useReturnFocus(openerId);
  const [isAsking, setAsking] = useState(false);
  const close = useRef<CloseRequest>({ isByButton: false, losesText: () => false });
  const requestClose = () => {
    // Escape belongs to the question.
    if (isAsking) return;
    const { isByButton, losesText } = close.current;
    // While it is being saved, nothing is lost.
    const isSaving = props.primaryAction?.loading;
    if (!asksNothing && !isByButton && !isSaving && losesText()) setAsking(true);
    else onClose();
  };
  return (
    <>
      <Modal {...props} open onClose={requestClose}>
        {children}
        <DialogContent request={close.current} />
      </Modal>
      {isAsking && <DiscardQuestion onDiscard={onClose} onKeep={() => setAsking(false)} />}
    </>
  );
}

interface DiscardQuestionProps {
  onDiscard(): void;
  onKeep(): void;
}

/** Asks before what was typed is lost by a key or a click that may be a slip. Render it while it is open. */
export const DiscardQuestion = ({ onDiscard, onKeep }: DiscardQuestionProps) => (
  <Dialog
    size="small"
    title="Discard what you entered?"
    onClose={onKeep}
    primaryAction={{ content: "Discard", destructive: true, onAction: onDiscard }}
    secondaryActions={[{ content: "Keep editing", onAction: onKeep }]}
  >
    <Modal.Section>
      <Text as="p">It isn't saved.</Text>
    </Modal.Section>
  </Dialog>
);

/** How the dialog was closed last: Polaris doesn't say it. */
interface CloseRequest {
  /** By its close button, and not by Escape or a click outside. */
  isByButton: boolean;
  losesText(): boolean;
}

/** Knows the dialog's element, because it is in its content. A switch below the content isn't a field. */
function DialogContent({ request }: { request: CloseRequest }) {
  const mark = useRef<HTMLSpanElement>(null);
  const dialog = useRef<Element | null>(null);
  useEffect(() => {
    dialog.current = mark.current?.closest("[role=dialog]") ?? null;
  }, []);
  useFirstFocus(mark, dialog);
  request.losesText = useTypedText(dialog);
  useEffect(() => {
    const onEvent = ({ type, target }: Event) => {
      request.isByButton = type === "click" && dialog.current?.contains(target as Node) === true;
    };
    // Before Polaris closes it.
    for (const type of ["click", "keyup"]) window.addEventListener(type, onEvent, true);
    return () => {
      for (const type of ["click", "keyup"]) window.removeEventListener(type, onEvent, true);
    };
  }, [request]);
  return <span ref={mark} hidden data-in-content />;
}

/** Without it, the dialog's close button would get the focus. Polaris leaves a focus within as it is. */
function useFirstFocus(mark: RefObject<Element>, dialog: RefObject<Element | null>): void {
  useEffect(() => {
    if (dialog.current && !dialog.current.contains(document.activeElement))
      focusFirstField(mark.current?.parentElement ?? null, { preventScroll: true });
  }, [mark, dialog]);
}
