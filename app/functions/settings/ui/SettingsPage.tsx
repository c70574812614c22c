import { useFetcher } from "@remix-run/react";
import { Text } from "@shopify/polaris";
import type { CreditReminders } from "~/domain/ledger/reminders/settings";
import { ApprovalLimitCard } from "~/domain/ledger/ui/ApprovalLimitCard";
import { CreditRemindersCard } from "~/domain/ledger/ui/CreditRemindersCard";
import { SWITCHES, type SwitchKey } from "~/domain/settings/switches";
import type { ActionAnswer } from "~/platform/notice";
import { FormPage } from "~/ui/FormPage";
import { CheckboxInput } from "~/ui/form/fields";
import { useListRefresh } from "~/ui/realtime/useRealtime";
import { AgoraCard } from "./AgoraCard";
import { MirrorCard, type MirrorState } from "./MirrorCard";
import { MorePages } from "./MorePages";
import { MailCard } from "./mail/MailCard";
import { ShopFacts } from "./ShopFacts";

interface SettingsPageProps {
  switches: Record<SwitchKey, boolean>;
  mirror: MirrorState;
  agora: { base_url: string; hasKey: boolean };
  /** Above how much in all a request about credit needs a second person; null: never. */
  approvalLimitCents: number | null;
  /** Whether, and how long before, customers are told that their credit runs out. */
  creditReminders: CreditReminders;
  /** The server's clock when it answered, ISO 8601. */
  now: string;
}

/** The switches with a save bar, the mirror, and what the shop itself says. */
export function SettingsPage(props: SettingsPageProps) {
  const { switches, mirror, agora, approvalLimitCents, creditReminders, now } = props;
  const fetcher = useFetcher<ActionAnswer>();
  useListRefresh("settings");
  useListRefresh("mirror");
  const below = (
    <>
      <ApprovalLimitCard limitCents={approvalLimitCents} />
      <CreditRemindersCard {...creditReminders} />
      <MailCard />
      <MorePages />
      <MirrorCard mirror={mirror} now={now} />
      <AgoraCard agora={agora} />
      <ShopFacts />
    </>
  );
  return (
    <FormPage title="Settings" fetcher={fetcher} hidden={{ intent: "save" }} below={below}>
      <Text as="h2" variant="headingMd">
        Switches
      </Text>
      {SWITCHES.map(({ key, title, helpText }) => (
        <CheckboxInput
          key={key}
          name={key}
          label={title}
          helpText={helpText}
          defaultChecked={switches[key]}
        />
      ))}
    </FormPage>
  );
}
