import { BlockStack, Button, InlineStack, Text } from "@shopify/polaris";
import { type ReactNode, useEffect, useRef } from "react";
import { Dock } from "../Dock";

interface FilterPanelProps {
  title: string;
  /** Beside Close. */
  action?: ReactNode;
  onClose(): void;
  /** The fields. */
  children: ReactNode;
}

/**
 * The further filters of a list, in the dock, so that the rows that they leave are in view. The panel itself gets the focus: in some
 * lists, a field that gets it clears the search.
 */
export function FilterPanel({ title, action, onClose, children }: FilterPanelProps) {
  const panel = useRef<HTMLElement>(null);
  useEffect(() => panel.current?.focus({ preventScroll: true }), []);
  return (
    <Dock asksNothing onClose={onClose}>
      <section ref={panel} aria-label={title} tabIndex={-1} style={{ outline: "none" }}>
        <BlockStack gap="300">
          <InlineStack align="space-between" blockAlign="center" gap="200">
            <Text as="h2" variant="headingSm">
              {title}
            </Text>
            <InlineStack gap="200">
              {action}
              <Button variant="tertiary" onClick={onClose}>
                Close
              </Button>
            </InlineStack>
          </InlineStack>
          {children}
        </BlockStack>
      </section>
    </Dock>
  );
}
