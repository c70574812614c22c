import { Modal, type ModalProps } from "@shopify/polaris";
import { useEffect, useState } from "react";

/**
 * A dialog, open as long as it is rendered: every dialog of the console. It gives the focus back to what had it before, so
 * that a list goes on at its row. Its sections are `Modal.Section`s.
 */
export function Dialog(props: Omit<ModalProps, "open" | "activator">) {
  const [before] = useState(() => document.activeElement);
  useEffect(
    () => () => {
      // What was focused may be gone by now, and somebody may have moved on; both are left to the page.
      const isFree = document.activeElement === document.body;
      if (isFree && before instanceof HTMLElement && before.isConnected) before.focus();
    },
    [before],
  );
  return <Modal {...props} open />;
}
