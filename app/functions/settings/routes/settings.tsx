import { useLoaderData } from "@remix-run/react";
import { Badge, BlockStack, Card, InlineStack, Page, Text } from "@shopify/polaris";
import type { ReactNode } from "react";
import { pageLoader } from "~/core/authorize.server";
import { WaitingChanges } from "~/core/safeguards/ui/WaitingChanges";
import { RowLink } from "~/ui/list/RowLink";
import { useListRefresh } from "~/ui/realtime/useRealtime";
import { settingsFunction } from "../function";
import { readMirrors } from "../page.server";
import { SECTIONS, type SettingsSection } from "../sections";
import { ConnectionState } from "../ui/ConnectionCard";

export { shouldRevalidate } from "~/ui/page";

export const loader = pageLoader(settingsFunction, async ({ calls, declarations }) => {
  const [connections, mail, mirrors, { list: waitingLimits }] = await Promise.all([
    Promise.all(
      [...declarations.connections.values()].map(async ({ name, card: { title } }) => ({
        name,
        title,
        isSetUp: Boolean((await calls.connectors[name]?.read())?.base_url),
      })),
    ),
    calls.mailSettings.read(),
    readMirrors(calls, declarations),
    calls.safeguards.list(),
  ]);
  return {
    connections,
    mail: { hasServer: mail.hasServer, hasSender: mail.sender !== null },
    rebuilding: mirrors.filter(({ rebuilding }) => rebuilding).map(({ plural }) => plural),
    waitingLimits,
  };
});

/** The index of the settings, with what isn't set up. */
export default function Settings() {
  const { connections, mail, rebuilding, waitingLimits } = useLoaderData<typeof loader>();
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

const Connections = ({
  connections,
}: {
  connections: readonly { name: string; title: string; isSetUp: boolean }[];
}) => (
  <InlineStack gap="400">
    {connections.map(({ name, title, isSetUp }) => (
      <InlineStack key={name} gap="100" blockAlign="center">
        <Text as="span">{title}</Text>
        <ConnectionState isSetUp={isSetUp} />
      </InlineStack>
    ))}
  </InlineStack>
);
