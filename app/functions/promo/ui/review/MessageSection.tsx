import { Button, InlineStack, Text } from "@shopify/polaris";
import { useEffect } from "react";
import type { ReplyTemplate } from "~/domain/submissions/reply-text";
import { isAccepted } from "~/ui/OperationId";
import { useDialogCall } from "~/ui/useDialogCall";
import { promoCall } from "../../function";
import type { SubmissionView } from "../../schemas";
import type { Option } from "../lists";
import { ReplyInput, type ReviewChoice, useSentMessage } from "./ReplyInput";
import { Section } from "./SubmissionSections";

interface MessageSectionProps {
  submission: SubmissionView;
  replies: readonly ReplyTemplate[];
  denyReasons: readonly Option[];
  holdReasons: readonly Option[];
  choice: ReviewChoice;
  /** Of the latest decision. */
  error?: string;
}

/** A message to the customer, for Deny and Hold or as an answer. Nothing when there is no address to write to. */
export function MessageSection({ submission, replies, choice, error, ...reasons }: MessageSectionProps) {
  const { run, answer, isBusy, refusal } = useDialogCall();
  const { message, setMessage } = choice;
  const { markSending, clearSent } = useSentMessage(choice);
  const sent = !isBusy && isAccepted(answer) ? answer : undefined;
  useEffect(() => {
    if (sent) clearSent();
  }, [sent, clearSent]);
  if (!submission.email) return null;
  const chosen = [
    ...reasons.denyReasons.filter(({ value }) => value === choice.denyReason),
    ...reasons.holdReasons.filter(({ value }) => value === choice.holdReason),
  ];
  return (
    <Section title="Message to the customer">
      <ReplyInput
        templates={replies}
        uses={["deny", "hold", "answer"]}
        message={message}
        onChange={setMessage}
        values={{
          name: submission.firstName,
          promotion: submission.promotion,
          number: String(submission.id),
          receipt: submission.receiptId,
          // With both chosen, it depends on the button.
          reason: chosen.length === 1 ? chosen[0]?.label : undefined,
        }}
        error={error ?? refusal?.text}
      />
      <InlineStack gap="200" blockAlign="center">
        <Button
          size="slim"
          loading={isBusy}
          disabled={!message.trim()}
          onClick={() => {
            markSending(message);
            run(promoCall("promo.answer", { id: submission.id, message }), "/promo");
          }}
        >
          Send answer
        </Button>
        {/* The notice with it is behind the dialog. */}
        {sent?.notice && (
          <Text as="span" tone="success">
            {sent.notice.text}
          </Text>
        )}
      </InlineStack>
    </Section>
  );
}
