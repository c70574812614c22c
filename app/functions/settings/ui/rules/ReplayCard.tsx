import { BlockStack, Card, List, Text } from "@shopify/polaris";
import type { Replay, Rule } from "~/domain/registrations/rules/rule";
import { CardHeading } from "~/ui/CardHeading";
import { Moment } from "~/ui/Moment";
import { formatCount } from "~/ui/numbers";

/** The dry run of the saved rule, to review before it is turned on. */
export function ReplayCard({ rule, replay }: { rule: Rule; replay: Replay }) {
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
