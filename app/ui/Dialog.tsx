import { Modal, type ModalProps } from "@shopify/polaris";
import { useReturnFocus } from "./useReturnFocus";

export interface DialogProps extends Omit<ModalProps, "open" | "activator"> {
  /** Of a dialog with an address of its own: the id of the control that opens it, on the page that is made anew behind it. */
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
