import { BlockStack, Text } from "@shopify/polaris";
import { RowLink } from "~/ui/list/RowLink";

/** Pages with a sentence about each. */
export const LinkList = ({ links }: { links: readonly { url: string; title: string; about: string }[] }) => (
  <BlockStack gap="300">
    {links.map(({ url, title, about }) => (
      <BlockStack key={url} inlineAlign="start">
        <RowLink to={url}>{title}</RowLink>
        <Text as="span" tone="subdued">
          {about}
        </Text>
      </BlockStack>
    ))}
  </BlockStack>
);
