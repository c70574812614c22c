import { BlockStack, Box, Text } from "@shopify/polaris";
import type { ReactNode } from "react";

/** A place where nothing is yet: says so, and what to do next. */
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
