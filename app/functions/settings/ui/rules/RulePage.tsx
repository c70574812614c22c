import type { WaitingChange } from "~/core/safeguards/calls.server";
import { WaitingChanges } from "~/core/safeguards/ui/WaitingChanges";
import {
  DOMAIN_PROBLEM,
  domainEntriesIn,
  entryInAscii,
  isDomainEntry,
} from "~/domain/registrations/rules/domain-entry";
import type { Replay, Rule } from "~/domain/registrations/rules/rule";
import { REGISTRATIONS } from "~/domain/registrations/status";
import type { ActionAnswer } from "~/platform/notice";
import { FormPage } from "~/ui/FormPage";
import { SelectInput, TextInput } from "~/ui/form/fields";
import { useListRefresh } from "~/ui/realtime/useRealtime";
import { useFetcher } from "~/ui/useFetcher";
import { ReplayCard } from "./ReplayCard";
import { RuleSwitch } from "./RuleSwitch";

interface RulePageProps {
  /** Null for a new one. */
  rule: Rule | null;
  replay: Replay | null;
  /** The request to turn it on, if one waits. */
  waiting: readonly WaitingChange[];
}

const KINDS = Object.entries(REGISTRATIONS).map(([value, { noun }]) => ({
  value,
  label: noun.many.charAt(0).toUpperCase() + noun.many.slice(1),
}));

/** The form of a rule. A saved one has a dry run and a switch. */
export function RulePage({ rule, replay, waiting }: RulePageProps) {
  const fetcher = useFetcher<ActionAnswer>();
  useListRefresh("rules");
  return (
    <FormPage
      title={rule?.name ?? "New rule"}
      backAction={{ content: "Approve by rule", url: "/settings/rules" }}
      fetcher={fetcher}
      hidden={{ intent: "save", ...(rule && { version: String(rule.version) }) }}
      below={(isDirty) =>
        rule &&
        replay && (
          <>
            <ReplayCard rule={rule} replay={replay} />
            <WaitingChanges changes={waiting} />
            <RuleSwitch rule={rule} isDirty={isDirty} />
          </>
        )
      }
    >
      <TextInput
        name="name"
        label="Name"
        helpText="Its approvals show it as “Rule: name”."
        defaultValue={rule?.name}
        maxLength={60}
        requiredIndicator
        validate={(text) => (text.trim() ? undefined : "Enter a name.")}
      />
      <SelectInput
        name="registration"
        label="Registrations"
        options={KINDS}
        defaultValue={rule?.registration}
      />
      <TextInput
        name="domains"
        label="Email domains"
        helpText="One per line. uni.example is only that domain, *.uni.example is its subdomains. Shopify doesn't verify that an address belongs to the customer, unless they sign in with a code that is sent to it."
        multiline={4}
        defaultValue={rule?.domains.join("\n")}
        requiredIndicator
        validate={domainsProblem}
      />
      <TextInput
        name="school"
        label="Only with this school"
        helpText="As entered in the registration. Blank: every school."
        defaultValue={rule?.school}
        maxLength={255}
      />
      <TextInput
        name="setAsideShare"
        label="Set aside for review"
        helpText="The percentage that an administrator decides on. The selection doesn't change between reviews."
        suffix="%"
        inputMode="numeric"
        defaultValue={String(rule?.setAsideShare ?? 10)}
        validate={(text) =>
          /^\d{1,3}$/.test(text.trim()) && Number(text) <= 100
            ? undefined
            : "Enter a whole number from 0 to 100."
        }
      />
    </FormPage>
  );
}

function domainsProblem(text: string): string | undefined {
  const entries = domainEntriesIn(text);
  if (entries.length === 0) return "Enter at least one domain.";
  const wrong = entries.find((entry) => !isDomainEntry(entryInAscii(entry)));
  return wrong && `“${wrong}” ${DOMAIN_PROBLEM}.`;
}
