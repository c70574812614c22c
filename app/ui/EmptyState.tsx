import { BlockStack, Box, Text } from "@shopify/polaris";
import type { ReactNode } from "react";

/** The empty state of a place: what is missing, and what to do next. */
export function EmptyState({ heading, children }: { heading: string; children?: ReactNode }) {
  return (
    <Box padding="800">
      <BlockStack gap="200" inlineAlign="center">
        <Text as="p" variant="headingMd" alignment="center">
          {heading}
        </Text>
        {children && (
          <Text as="span" tone="subdued" alignment="center">
            {children}
          </Text>
        )}
      </BlockStack>
    </Box>
  );
}
