import { BlockStack, Card, List, Text } from "@shopify/polaris";
import type { Replay, Rule } from "~/domain/registrations/rules/rule";
import { CardHeading } from "~/ui/CardHeading";
import { Moment } from "~/ui/Moment";
import { formatCount } from "~/ui/numbers";

/** What the rule, as it is saved, would have done: read it before it is switched on. */
export function ReplayCard({ rule, replay }: { rule: Rule; replay: Replay }) {
  const { days, wouldApprove, rejectedByPeople, setAside, pendingNow, pendingSetAside, examples } = replay;
  return (
    <Card>
      <BlockStack gap="300">
        <CardHeading title="What it would have done">
          {`Asked of what people decided in the last ${days} days, and of who is pending now. Nothing is changed.`}
        </CardHeading>
        {wouldApprove + setAside === 0 ? (
          <Text as="p">
            People decided on nobody whom this rule is about, so there is nothing to compare with.
          </Text>
        ) : (
          <Text as="p" tone={rejectedByPeople > 0 ? "critical" : undefined}>
            It would have approved {formatCount(wouldApprove)} by itself, of whom people rejected{" "}
            {formatCount(rejectedByPeople)}; {formatCount(setAside)} it would have set aside.
          </Text>
        )}
        <Text as="p">
          {rule.active ? "Of those" : "Switched on, of those"} who are pending now it{" "}
          {rule.active ? "approves" : "would approve"} {formatCount(pendingNow)} and{" "}
          {rule.active ? "sets" : "set"} {formatCount(pendingSetAside)} aside.
        </Text>
        {examples.length > 0 && (
          <BlockStack gap="100">
            <Text as="h3" variant="headingSm">
              Rejected by people
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
