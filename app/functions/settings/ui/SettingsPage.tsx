import { useFetcher } from "@remix-run/react";
import { BlockStack, Card, Layout } from "@shopify/polaris";
import { SWITCHES, type SwitchKey } from "~/domain/settings/switches";
import type { ActionAnswer } from "~/platform/notice";
import { FormPage } from "~/ui/FormPage";
import { CheckboxInput } from "~/ui/form/fields";
import { useListRefresh } from "~/ui/realtime/useRealtime";
import { MirrorCard, type MirrorState } from "./MirrorCard";
import { ShopFacts } from "./ShopFacts";

interface SettingsPageProps {
  switches: Record<SwitchKey, boolean>;
  mirror: MirrorState;
  /** The server's clock when it answered, ISO 8601. */
  now: string;
}

/** The switches with a save bar, the mirror, and what the shop itself says. */
export function SettingsPage({ switches, mirror, now }: SettingsPageProps) {
  const fetcher = useFetcher<ActionAnswer>();
  useListRefresh("settings");
  return (
    <FormPage title="Settings" fetcher={fetcher} hidden={{ intent: "save" }}>
      <Layout>
        <Layout.AnnotatedSection
          title="Switches"
          description="They apply to everybody who works in this shop."
        >
          <Card>
            <BlockStack gap="400">
              {SWITCHES.map(({ key, title, helpText }) => (
                <CheckboxInput
                  key={key}
                  name={key}
                  label={title}
                  helpText={helpText}
                  defaultChecked={switches[key]}
                />
              ))}
            </BlockStack>
          </Card>
        </Layout.AnnotatedSection>
        <Layout.AnnotatedSection
          title="Mirror of the customers"
          description="Lists and searches read a copy of the store's customers, which the store keeps up to date by itself. Rebuild it when you miss somebody."
        >
          <MirrorCard mirror={mirror} now={now} />
        </Layout.AnnotatedSection>
        <Layout.AnnotatedSection
          title="Shop"
          description="Set in the Shopify admin. Dates are shown in the shop's time zone."
        >
          <ShopFacts />
        </Layout.AnnotatedSection>
      </Layout>
    </FormPage>
  );
}
