import { BlockStack, Page } from "@shopify/polaris";
import type { WaitingChange } from "~/core/safeguards/calls.server";
import { WaitingChanges } from "~/core/safeguards/ui/WaitingChanges";
import type { ShopSwitch } from "~/core/settings/shop-switch";
import type { Partner } from "~/domain/codes/contract";
import type { CreditReminders } from "~/domain/ledger/reminders/reminder-settings";
import { ApprovalLimitCard } from "~/domain/ledger/ui/ApprovalLimitCard";
import { CreditRemindersCard } from "~/domain/ledger/ui/CreditRemindersCard";
import { RepeatDaysCard } from "~/domain/ledger/ui/RepeatDaysCard";
import type { ShownGuardRails } from "~/domain/prices/guard-rails/contract";
import type { Cents } from "~/platform/money/cents";
import type { ActionAnswer } from "~/platform/notice";
import { CardForm } from "~/ui/form/CardForm";
import { CheckboxInput } from "~/ui/form/fields";
import { useListRefresh } from "~/ui/realtime/useRealtime";
import { useFetcher } from "~/ui/useFetcher";
import { ConnectorCard, type ShownConnector } from "./ConnectorCard";
import { MirrorCard, type MirrorState } from "./MirrorCard";
import { MorePages } from "./MorePages";
import { MailCard } from "./mail/MailCard";
import { PartnersCard } from "./PartnersCard";
import { PriceGuardRailsCard } from "./PriceGuardRailsCard";
import { ShopFacts } from "./ShopFacts";

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
