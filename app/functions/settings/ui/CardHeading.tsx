import { BlockStack, Text } from "@shopify/polaris";
import type { ReactNode } from "react";

/** What a card of the Settings page is about. */
export function CardHeading({ title, children }: { title: string; children: ReactNode }) {
  return (
    <BlockStack gap="100">
      <Text as="h2" variant="headingMd">
        {title}
      </Text>
      <Text as="p" tone="subdued">
        {children}
      </Text>
    </BlockStack>
  );
}
