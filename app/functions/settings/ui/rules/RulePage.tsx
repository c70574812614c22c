import { Badge, BlockStack, Button, ButtonGroup, Card, InlineStack, List, Text } from "@shopify/polaris";
import { Suspense, useEffect, useState } from "react";
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
import { CardHeading } from "~/ui/CardHeading";
import { FormPage } from "~/ui/FormPage";
import { SelectInput, TextInput } from "~/ui/form/fields";
import { lazyPart } from "~/ui/lazy-part";
import { Moment } from "~/ui/Moment";
import { formatCount } from "~/ui/numbers";
import { useListRefresh } from "~/ui/realtime/useRealtime";
import { useCall } from "~/ui/useCall";
import { useFetcher } from "~/ui/useFetcher";
import { settingsCall } from "../../function";

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
  // A repeated request adds only one rule.
  const [newId] = useState(() => crypto.randomUUID());
  useListRefresh("rules");
  return (
    <FormPage
      title={rule?.name ?? "New rule"}
      backAction={{ content: "Approve by rule", url: "/settings/rules" }}
      fetcher={fetcher}
      call={
        rule
          ? settingsCall("rules.change", { id: rule.id, version: rule.version })
          : settingsCall("rules.create", { id: newId })
      }
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
        sent={domainEntriesIn}
      />
      <TextInput
        name="school"
        label="Only with this school"
        optional
        helpText="As entered in the registration. Leave blank for every school."
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

/** The dry run of the saved rule, to review before it is turned on. */
function ReplayCard({ rule, replay }: { rule: Rule; replay: Replay }) {
  const { days, wouldApprove, rejectedByPeople, setAside, pendingNow, pendingSetAside, examples } = replay;
  return (
    <Card>
      <BlockStack gap="300">
        <CardHeading title="What it would have done">
          {`A dry run on the decisions of the last ${days} days and on pending registrations. Nothing changes.`}
        </CardHeading>
        {wouldApprove + setAside === 0 ? (
          <Text as="p">This rule matches no earlier decisions, so there is nothing to compare with.</Text>
        ) : (
          <Text as="p" tone={rejectedByPeople > 0 ? "critical" : undefined}>
            It would have approved {formatCount(wouldApprove)} automatically. Of these, administrators
            rejected {formatCount(rejectedByPeople)}; {formatCount(setAside)} it would have set aside.
          </Text>
        )}
        <Text as="p">
          {rule.active ? "Of those" : "When turned on, of those"} who are pending now it{" "}
          {rule.active ? "approves" : "would approve"} {formatCount(pendingNow)} and{" "}
          {rule.active ? "sets" : "set"} {formatCount(pendingSetAside)} aside.
        </Text>
        {examples.length > 0 && (
          <BlockStack gap="100">
            <Text as="h3" variant="headingSm">
              Rejected by administrators
            </Text>
            <List>
              {examples.map(({ name, by, at, reason }) => (
                <List.Item key={`${name} ${at}`}>
                  {name}, by {by} on <Moment at={at} />
                  {reason && `: ${reason}`}
                </List.Item>
              ))}
            </List>
          </BlockStack>
        )}
      </BlockStack>
    </Card>
  );
}

const ConfirmModal = lazyPart(() => import("~/ui/ConfirmModal"));

interface RuleSwitchProps {
  rule: Rule;
  /** The rule as it is entered isn't saved. The switch would be about the stored one. */
  isDirty: boolean;
}

/** Turns the rule on or off, or deletes it. */
export function RuleSwitch({ rule, isDirty }: RuleSwitchProps) {
  const { run, isBusy, answer } = useCall();
  const [isAsking, setAsking] = useState(false);
  // A refusal is a notice, which the dialog would cover.
  useEffect(() => {
    if (answer) setAsking(false);
  }, [answer]);
  const { id, version } = rule;
  return (
    <Card>
      <BlockStack gap="300">
        <InlineStack gap="200" align="space-between" blockAlign="start" wrap={false}>
          <CardHeading title="Switch">
            {isDirty
              ? "Save or discard your changes first."
              : rule.active
                ? "It applies to each new registration. Turning it off takes effect immediately."
                : "When on, it applies to pending and new registrations. You can undo each approval."}
          </CardHeading>
          {rule.active ? <Badge tone="success">On</Badge> : <Badge>Off</Badge>}
        </InlineStack>
        <ButtonGroup>
          <Button
            variant={rule.active ? undefined : "primary"}
            loading={isBusy}
            disabled={isDirty}
            onClick={() => run(settingsCall("rules.turn", { id, version, active: !rule.active }))}
          >
            {rule.active ? "Switch off" : "Switch on"}
          </Button>
          <Button tone="critical" variant="tertiary" disabled={isBusy} onClick={() => setAsking(true)}>
            Delete
          </Button>
        </ButtonGroup>
      </BlockStack>
      {isAsking && (
        <Suspense>
          <ConfirmModal
            title={`Delete “${rule.name}”?`}
            confirmLabel="Delete"
            destructive
            busy={isBusy}
            onConfirm={() => run(settingsCall("rules.remove", { id }))}
            onClose={() => setAsking(false)}
          >
            Its approvals stay.
          </ConfirmModal>
        </Suspense>
      )}
    </Card>
  );
}
