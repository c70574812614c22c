import { Badge, BlockStack, Card, InlineStack, Page, Text } from "@shopify/polaris";
import type { ReactNode } from "react";
import type { WaitingChange } from "~/core/safeguards/calls.server";
import { WaitingChanges } from "~/core/safeguards/ui/WaitingChanges";
import { RowLink } from "~/ui/list/RowLink";
import { useListRefresh } from "~/ui/realtime/useRealtime";
import { SECTIONS, type SettingsSection } from "../sections";
import { ConnectionState } from "./ConnectionCard";

interface SettingsPageProps {
  connections: readonly { name: string; title: string; isSetUp: boolean }[];
  mail: { hasServer: boolean; hasSender: boolean };
  /** The mirrors that are being rebuilt, as what many of their rows are called. */
  rebuilding: readonly string[];
  /** The limits that wait to be loosened. */
  waitingLimits: readonly WaitingChange[];
}

/** The index of the settings, with what isn't set up. */
export function SettingsPage({ connections, mail, rebuilding, waitingLimits }: SettingsPageProps) {
  useListRefresh("settings", "mirror");
  const states: Partial<Record<keyof typeof SECTIONS, ReactNode>> = {
    mail: !mail.hasServer ? (
      <Badge tone="critical">No mail server</Badge>
    ) : (
      !mail.hasSender && <Badge tone="critical">No sender</Badge>
    ),
    data: rebuilding.length > 0 && <Badge tone="attention">{`Rebuilding ${rebuilding.join(", ")}`}</Badge>,
  };
  return (
    <Page title="Settings">
      <BlockStack gap="400">
        <WaitingChanges changes={waitingLimits} />
        <Card>
          <BlockStack as="ul" gap="400">
            {Object.entries(SECTIONS).map(([key, section]) => (
              <Section key={key} section={section} state={states[key as keyof typeof SECTIONS]}>
                {key === "connections" && <Connections connections={connections} />}
              </Section>
            ))}
          </BlockStack>
        </Card>
      </BlockStack>
    </Page>
  );
}

interface SectionProps {
  section: SettingsSection;
  state: ReactNode;
  children: ReactNode;
}

const Section = ({ section: { path, title, about }, state, children }: SectionProps) => (
  <li>
    <BlockStack gap="100" inlineAlign="start">
      <InlineStack gap="200" blockAlign="center">
        <Text as="h2" variant="headingSm">
          <RowLink to={path}>{title}</RowLink>
        </Text>
        {state}
      </InlineStack>
      <Text as="span" tone="subdued">
        {about}
      </Text>
      {children}
    </BlockStack>
  </li>
);

const Connections = ({ connections }: Pick<SettingsPageProps, "connections">) => (
  <InlineStack gap="400">
    {connections.map(({ name, title, isSetUp }) => (
      <InlineStack key={name} gap="100" blockAlign="center">
        <Text as="span">{title}</Text>
        <ConnectionState isSetUp={isSetUp} />
      </InlineStack>
    ))}
  </InlineStack>
);
