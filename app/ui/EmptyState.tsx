import { BlockStack, Button, Text } from "@shopify/polaris";
import type { ReactNode } from "react";

export interface EmptyStateProps {
  heading: string;
  /** Why there is nothing, and what to do next. */
  children?: ReactNode;
  /** The one thing to do next: a page, one of Shopify's (`target: "_top"`), or an action. */
  action?: { content: string; url: string; target?: "_top" } | { content: string; onAction: () => void };
}

/** The empty state of a place: what is missing, why, and what to do next. */
export function EmptyState({ heading, children, action }: EmptyStateProps) {
  return (
    // Tests look for it: an empty state of a page has one button.
    <div data-empty-state style={{ padding: "var(--p-space-800)" }}>
      <BlockStack gap="200" inlineAlign="center">
        <Text as="p" variant="headingMd" alignment="center">
          {heading}
        </Text>
        {children && (
          <Text as="span" tone="subdued" alignment="center">
            {children}
          </Text>
        )}
        {action && (
          // Not a second primary button beside that of the page.
          <Button
            {...("url" in action ? { url: action.url, target: action.target } : { onClick: action.onAction })}
          >
            {action.content}
          </Button>
        )}
      </BlockStack>
    </div>
  );
}
