import { ButtonGroup } from "@shopify/polaris";
import type { ReactNode } from "react";

/**
 * The buttons below a form's fields. Pressing one does not first leave the field that somebody is in: the message that this would
 * bring moves the button away from under the pointer, and the press is lost.
 */
export function FormButtons({ children }: { children: ReactNode }) {
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: nothing to operate, only the default of a press on the buttons within
    <div role="presentation" onMouseDown={(event) => event.preventDefault()}>
      <ButtonGroup>{children}</ButtonGroup>
    </div>
  );
}
