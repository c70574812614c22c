import { BlockStack, Text } from "@shopify/polaris";
import type { ReactNode } from "react";

/** What a card of a page is about, with a sentence more where its title does not say it all. */
export function CardHeading({ title, children }: { title: string; children?: ReactNode }) {
  return (
    <BlockStack gap="100">
      <Text as="h2" variant="headingMd">
        {title}
      </Text>
      {children && (
        <Text as="p" tone="subdued">
          {children}
        </Text>
      )}
    </BlockStack>
  );
}
