import { Modal, type ModalProps } from "@shopify/polaris";
import { useReturnFocus } from "~/ui/focus";

export interface DialogProps extends Omit<ModalProps, "open" | "activator"> {
  /** For a dialog with its own address: the id of the control that opens it, because the page behind it is rendered again. */
  openerId?: string;
}

/**
 * A dialog, open as long as it is rendered: every dialog of the console. It gives the focus back to what had it before, so
 * that a list goes on at its row. Its sections are `Modal.Section`s.
 */
export function Dialog({ openerId, ...props }: DialogProps) {
  useReturnFocus(openerId);
  return <Modal {...props} open />;
}
