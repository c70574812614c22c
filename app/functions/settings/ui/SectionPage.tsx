import { BlockStack, Page } from "@shopify/polaris";
import type { ReactNode } from "react";
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
