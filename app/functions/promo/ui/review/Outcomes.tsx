import { Badge, Banner, BlockStack, Box, Button, InlineStack, Text } from "@shopify/polaris";
import type { CallAnswer } from "~/core/answer-call.server";
import type { SubmissionOutcome } from "~/domain/submissions/submission.server";
import type { Notice } from "~/platform/notice";
import { BulkPanel } from "~/ui/list/BulkBar";

export interface ShownOutcome extends SubmissionOutcome {
  /** The change was undone since. */
  isUndone?: boolean;
}

/** What a change did with each submission. Undefined when it was refused. */
export const outcomesOf = (answer: CallAnswer | undefined): readonly SubmissionOutcome[] | undefined =>
  (answer?.value as { list?: readonly SubmissionOutcome[] } | undefined)?.list;

interface OutcomesProps {
  outcomes: readonly ShownOutcome[];
  onClose(): void;
}

/** What a change did with each submission. Nothing for a single one, because the notice says it. */
export function Outcomes({ outcomes, onClose }: OutcomesProps) {
  if (outcomes.length < 2) return null;
  return (
    <BulkPanel>
      <section aria-label="Outcomes">
        <BlockStack gap="100">
          {outcomes.map(({ id, isDone, isUndone, msg }) => (
            <InlineStack key={id} gap="200" blockAlign="center">
              {isUndone ? (
                <Badge>Undone</Badge>
              ) : (
                <Badge tone={isDone ? "success" : "warning"}>{isDone ? "Changed" : "Not changed"}</Badge>
              )}
              <Text as="span">{isDone ? `Submission ${id}` : msg}</Text>
            </InlineStack>
          ))}
          <Box>
            <Button size="slim" onClick={onClose}>
              Hide outcomes
            </Button>
          </Box>
        </BlockStack>
      </section>
    </BulkPanel>
  );
}

interface RefusalProps {
  notice: Notice | undefined;
  /** The submission that it is about, if the dialog shows another one. */
  of?: string;
}

/** Why something wasn't done, inside the dialog where it was requested. Nothing without a refusal. */
export const Refusal = ({ notice, of }: RefusalProps) =>
  notice ? (
    <Banner tone={notice.level}>{of ? `Submission ${of}: ${notice.text}` : notice.text}</Banner>
  ) : null;
