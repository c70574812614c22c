import { BlockStack, Page, Text } from "@shopify/polaris";
import type { ReactNode } from "react";
import { RowLink } from "~/ui/list/RowLink";
import { useListRefresh } from "~/ui/realtime/useRealtime";
import { type SettingsSection, TO_SETTINGS } from "../sections";

/** One page of settings. Its cards have their headings to the left. */
export function SectionPage({ section, children }: { section: SettingsSection; children: ReactNode }) {
  useListRefresh("settings", "mirror");
  return (
    <Page title={section.title} subtitle={section.about} backAction={TO_SETTINGS}>
      <BlockStack gap="600">{children}</BlockStack>
    </Page>
  );
}

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
