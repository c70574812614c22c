import { Modal, type ModalProps } from "@shopify/polaris";
import { useEffect, useRef } from "react";
import { useReturnFocus } from "~/ui/focus";
import { focusFirstField } from "~/ui/form/form-context";

export interface DialogProps extends Omit<ModalProps, "open" | "activator"> {
  /** For a dialog with its own address: the id of the control that opens it, because the page behind it is rendered again. */
  openerId?: string;
}

/**
 * A dialog, open as long as it is rendered: every dialog of the console. Its first field gets the focus, which goes back to what had it
 * before when the dialog closes, so that a list goes on at its row. Its sections are `Modal.Section`s.
 */
export function Dialog({ openerId, children, ...props }: DialogProps) {
  useReturnFocus(openerId);
  return (
    <Modal {...props} open>
      {children}
      <FirstFocus />
    </Modal>
  );
}

/** Without it, the dialog's close button would get the focus. Polaris leaves a focus within as it is. A switch below the content isn't a field. */
function FirstFocus() {
  const mark = useRef<HTMLSpanElement>(null);
  useEffect(() => {
    const dialog = mark.current?.closest("[role=dialog]");
    if (dialog && !dialog.contains(document.activeElement))
      focusFirstField(mark.current?.parentElement ?? null, { preventScroll: true });
  }, []);
  return <span ref={mark} hidden data-in-content />;
}
