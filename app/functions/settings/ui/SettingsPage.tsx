import { BlockStack, Button, Card, DescriptionList, InlineStack, Page, Text } from "@shopify/polaris";
import type { WaitingChange } from "~/core/safeguards/calls.server";
import { WaitingChanges } from "~/core/safeguards/ui/WaitingChanges";
import type { ShopSwitch } from "~/core/settings/shop-switch";
import type { Partner } from "~/domain/codes/schemas";
import type { CreditReminders } from "~/domain/ledger/settings";
import { ApprovalLimitCard, CreditRemindersCard, RepeatDaysCard } from "~/domain/ledger/ui/SettingsCards";
import type { ShownGuardRails } from "~/domain/prices/guard-rails/schemas";
import type { Cents } from "~/platform/money/cents";
import type { ActionAnswer } from "~/platform/notice";
import { CardHeading } from "~/ui/CardHeading";
import { CardForm } from "~/ui/form/CardForm";
import { CheckboxInput } from "~/ui/form/fields";
import { useFrame } from "~/ui/frame";
import { RowLink } from "~/ui/list/RowLink";
import { useListRefresh } from "~/ui/realtime/useRealtime";
import { useFetcher } from "~/ui/useFetcher";
import { ConnectorCard, type ShownConnector } from "./ConnectorCard";
import { MirrorCard, type MirrorState } from "./MirrorCard";
import { PartnersCard } from "./PartnersCard";
import { PriceGuardRailsCard } from "./PriceGuardRailsCard";

interface SettingsPageProps {
  switches: readonly (Pick<ShopSwitch, "key" | "title" | "helpText"> & { isOn: boolean })[];
  mirrors: readonly MirrorState[];
  /** The total above which a credit request needs a second approver. Null: never. */
  approvalLimitCents: Cents | null;
  /** For how many days a repeated credit is asked about. 0: never. */
  repeatDays: number;
  /** Whether, and how many days before, customers are notified that their credit expires. */
  creditReminders: CreditReminders;
  /** The partners of registration codes. */
  partners: readonly Partner[];
  connectors: readonly ShownConnector[];
  /** The limits for scheduled prices. */
  priceLimits: ShownGuardRails;
  /** The limits that wait to be loosened. */
  waitingLimits: readonly WaitingChange[];
  /** The server's clock when it answered, ISO 8601. */
  now: string;
}

/** The switches with a save bar, the mirrors, and the shop's data. */
export function SettingsPage(props: SettingsPageProps) {
  const { switches, mirrors, approvalLimitCents, repeatDays, creditReminders } = props;
  const { partners, connectors, priceLimits, waitingLimits, now } = props;
  const fetcher = useFetcher<ActionAnswer>();
  const onKeys = switches.filter(({ isOn }) => isOn).map(({ key }) => key);
  useListRefresh("settings", "mirror");
  return (
    <Page title="Settings">
      <BlockStack gap="400">
        <WaitingChanges changes={waitingLimits} />
        <CardForm
          title="Switches"
          fetcher={fetcher}
          action="/settings"
          hidden={{ intent: "save", seen: onKeys.join() }}
          stored={JSON.stringify(switches)}
        >
          {switches.map(({ key, title, helpText, isOn }) => (
            <CheckboxInput key={key} name={key} label={title} helpText={helpText} defaultChecked={isOn} />
          ))}
        </CardForm>
        <ApprovalLimitCard limitCents={approvalLimitCents} />
        <RepeatDaysCard days={repeatDays} />
        <CreditRemindersCard {...creditReminders} />
        <PriceGuardRailsCard limits={priceLimits} />
        <MailCard />
        <PartnersCard partners={partners} />
        <MorePages />
        {mirrors.map((mirror) => (
          <MirrorCard key={mirror.name} mirror={mirror} now={now} />
        ))}
        {connectors.map((connector) => (
          <ConnectorCard key={connector.name} {...connector} />
        ))}
        <ShopFacts />
      </BlockStack>
    </Page>
  );
}

/** The shop's data in Shopify, read-only. */
function ShopFacts() {
  const { shop } = useFrame();
  return (
    <Card>
      <BlockStack gap="300">
        <CardHeading title="Shop">
          Set in the Shopify admin. Dates are shown in the shop's time zone.
        </CardHeading>
        <DescriptionList
          gap="tight"
          items={[
            { term: "Name", description: shop.name },
            { term: "Domain", description: shop.domain },
            { term: "Time zone", description: shop.timeZone },
            { term: "Currency", description: shop.currency },
          ]}
        />
      </BlockStack>
    </Card>
  );
}

const PAGES = [
  {
    url: "/settings/reasons/reject",
    title: "Reject reasons",
    about: "The reasons for rejected registrations",
  },
  {
    url: "/settings/reasons/question",
    title: "Texts for questions",
    about: "The texts for questions to customers",
  },
  {
    url: "/settings/rules",
    title: "Approve by rule",
    about: "Which registrations are approved automatically",
  },
];

/** The settings pages about decisions. */
function MorePages() {
  return (
    <Card>
      <BlockStack gap="300">
        <CardHeading title="Deciding">Texts and rules for decisions on registrations.</CardHeading>
        {PAGES.map(({ url, title, about }) => (
          <BlockStack key={url} inlineAlign="start">
            <RowLink to={url}>{title}</RowLink>
            <Text as="span" tone="subdued">
              {about}
            </Text>
          </BlockStack>
        ))}
      </BlockStack>
    </Card>
  );
}

/** A link to the email settings. */
function MailCard() {
  return (
    <Card>
      <BlockStack gap="300">
        <CardHeading title="Mail">The sender of emails, and their texts.</CardHeading>
        <InlineStack>
          <Button url="/settings/mail">Sender and texts</Button>
        </InlineStack>
      </BlockStack>
    </Card>
  );
}
