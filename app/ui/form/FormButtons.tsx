import { ButtonGroup } from "@shopify/polaris";
import type { ReactNode } from "react";

/**
 * The buttons below a form's fields. Pressing one doesn't blur the focused field first, because an error that appears there would
 * move the button away from the pointer and the click would be lost.
 */
export function FormButtons({ children }: { children: ReactNode }) {
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: nothing to operate, only the default of a press on the buttons within
    <div role="presentation" onMouseDown={(event) => event.preventDefault()}>
      <ButtonGroup>{children}</ButtonGroup>
    </div>
  );
}
