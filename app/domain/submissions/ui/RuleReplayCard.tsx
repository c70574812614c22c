import { BlockStack, Text } from "@shopify/polaris";
import { AnnotatedCard } from "~/ui/form/CardForm";
import { Moment } from "~/ui/Moment";
import { formatCount } from "~/ui/numbers";
import { PageLink } from "~/ui/PageLink";
import type { RuleReplay } from "../replay-rule.server";

/** What a rule would have done with past decisions. It approves nothing. */
export function RuleReplayCard({ replay }: { replay: RuleReplay }) {
  const { days, decided, wouldApprove, denied, disagreed, unread, examples } = replay;
  return (
    <AnnotatedCard
      title="Approve without findings"
      about="What such a rule would have done with past decisions, by the findings that are known now. No rule approves submissions."
    >
      <BlockStack gap="300">
        <Text as="p">
          {decided === 0
            ? `Reviewers have decided on no submission in the last ${days} days.`
            : `In the last ${days} days, reviewers decided on ${formatCount(decided)} submissions. ${formatCount(wouldApprove)} of them have no finding, so the rule would have approved them.`}
        </Text>
        {wouldApprove > 0 && (
          <Text as="p">
            {denied === 0
              ? "Reviewers denied none of these."
              : `Reviewers denied ${formatCount(denied)} of these.`}
            {disagreed > 0 && ` A second reviewer disagreed with the approval of ${formatCount(disagreed)}.`}
            {unread > 0 &&
              ` The receipts of ${formatCount(unread)} were not read, so only what was typed is known.`}
          </Text>
        )}
        {examples.length > 0 && (
          <BlockStack gap="100">
            <Text as="h3" variant="headingSm">
              Denied, although the rule would have approved them
            </Text>
            <ul>
              {examples.map(({ id, name, reason, decidedAt }) => (
                <li key={id}>
                  <PageLink to={`/promo?tab=AllSubmissions&open=${id}`}>{`${id} - ${name}`}</PageLink>
                  {reason && `: ${reason}`}, <Moment at={decidedAt} />
                </li>
              ))}
            </ul>
          </BlockStack>
        )}
      </BlockStack>
    </AnnotatedCard>
  );
}
