import { Box } from "@shopify/polaris";
import { type ReactNode, useEffect, useRef } from "react";
import { useReturnFocus } from "~/ui/useReturnFocus";

/** A form that opens above the list: its first field has the focus, and when it closes the button that opened it has it again. */
export function Panel({ label, children }: { label: string; children: ReactNode }) {
  const section = useRef<HTMLElement>(null);
  useReturnFocus();
  useEffect(() => section.current?.querySelector<HTMLElement>("input:not([type=hidden])")?.focus(), []);
  return (
    <section ref={section} aria-label={label}>
      <Box paddingBlockStart="300">{children}</Box>
    </section>
  );
}
