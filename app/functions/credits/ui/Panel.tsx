import { Box } from "@shopify/polaris";
import { type ReactNode, useEffect, useRef } from "react";
import { useReturnFocus } from "~/ui/useReturnFocus";

/** A form above the list. Its first field gets the focus, and the button that opened it gets it back. */
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
