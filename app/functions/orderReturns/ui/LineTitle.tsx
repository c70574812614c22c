import { BlockStack, InlineStack, Text, Thumbnail } from "@shopify/polaris";
import { ImageIcon } from "@shopify/polaris-icons";

interface LineTitleProps {
  title: string;
  /** Such as "Red / M". Null for a product with one variant. */
  variantTitle: string | null;
  imageUrl: string | null;
  /** Below the title: the SKU, and how many. */
  facts: readonly (string | null)[];
}

/** A line of a return, with the picture and the variant that tell it from the others. */
export const LineTitle = ({ title, variantTitle, imageUrl, facts }: LineTitleProps) => (
  <InlineStack gap="200" wrap={false} blockAlign="start">
    <Thumbnail source={imageUrl ?? ImageIcon} alt="" size="small" />
    <BlockStack>
      <Text as="span" fontWeight="medium">
        {title}
      </Text>
      <Text as="span" tone="subdued">
        {[variantTitle, ...facts].filter(Boolean).join(" · ")}
      </Text>
    </BlockStack>
  </InlineStack>
);
