import { Button, InlineStack } from "@shopify/polaris";
import { Suspense, useEffect, useState } from "react";
import type { CallAnswer } from "~/core/answer-call.server";
import type { ReplyTemplate } from "~/domain/submissions/reply-text";
import type { PageCall } from "~/platform/page-call";
import { pluralize } from "~/platform/text/pluralize";
import { lazyPart } from "~/ui/lazy-part";
import { BulkPanel, BulkWarning } from "~/ui/list/BulkBar";
import type { PersistentSelection } from "~/ui/list/useSelection";
import { useActionAnswers } from "~/ui/notices/useActionAnswers";
import { useCall } from "~/ui/useCall";
import { MAX_RECORDS, MAX_SELECTED } from "../../messages";
import type { Option } from "../lists";
import { Outcomes, outcomesOf, type ShownOutcome } from "./Outcomes";
import { decisionCalls, ReplyInput, useReviewChoice, useSentMessage } from "./ReplyInput";
import { DecisionButtons } from "./ReviewFooter";

const ConfirmModal = lazyPart(() => import("~/ui/ConfirmModal"));

interface BulkReviewProps {
  selection: PersistentSelection<{ id: string }>;
  isLoyalty?: boolean;
  denyReasons: readonly Option[];
  holdReasons: readonly Option[];
  replies: readonly ReplyTemplate[];
}

/** Decides on the selected submissions, and shows the outcome of each. Renders nothing without a selection or outcomes. */
export default function BulkReview({
  selection,
  isLoyalty = false,
  denyReasons,
  holdReasons,
  replies,
}: BulkReviewProps) {
  const { run, answer, isBusy } = useCall<CallAnswer>();
  const choice = useReviewChoice(isLoyalty ? "selected loyalty orders" : "selected submissions");
  const [isWriting, setWriting] = useState(false);
  const [isDenying, setDenying] = useState(false);
  const [outcomes, setOutcomes] = useState<readonly ShownOutcome[]>([]);
  const { message, setMessage } = choice;
  const { markSending, clearSent } = useSentMessage(choice);
  const { remove, rows } = selection;
  // Also with a warning, when some of them weren't changed.
  const changed = isBusy ? undefined : outcomesOf(answer);
  useEffect(() => {
    if (!changed) return;
    setOutcomes(changed);
    remove(changed.map(({ id }) => String(id)));
    if (clearSent()) setWriting(false);
  }, [changed, remove, clearSent]);

  // The Undo button is in the notice, so its answer isn't this operation's.
  useActionAnswers((given) => {
    if ((given as CallAnswer).call !== "promo.undoApprove") return;
    const undone = outcomesOf(given)?.filter(({ isDone }) => isDone) ?? [];
    setOutcomes((all) =>
      all.map((one) => (undone.some(({ id }) => id === one.id) ? { ...one, isUndone: true } : one)),
    );
  });

  // A message that isn't shown must not be sent. It is there again when it is shown.
  const shownMessage = isWriting ? message : "";
  const calls = decisionCalls(
    rows.map(({ id }) => id),
    { ...choice, message: shownMessage },
    isLoyalty,
  );
  const decide = (call: PageCall) => {
    markSending(shownMessage);
    run(call, "/promo");
  };
  if (rows.length === 0) return <Outcomes outcomes={outcomes} onClose={() => setOutcomes([])} />;
  const isTooMany = rows.length > MAX_SELECTED;
  return (
    <>
      {isTooMany && <BulkWarning>{MAX_RECORDS}</BulkWarning>}
      <InlineStack gap="200" blockAlign="center" wrap={false}>
        <DecisionButtons
          denyReasons={denyReasons}
          holdReasons={holdReasons}
          choice={choice}
          decisions={{
            approve: () => decide(calls.approve()),
            deny: () => setDenying(true),
            hold: () => decide(calls.hold()),
          }}
          isBusy={isBusy}
          disabled={isTooMany}
        />
        <Button ariaExpanded={isWriting} onClick={() => setWriting(!isWriting)}>
          Message
        </Button>
      </InlineStack>
      {isWriting && (
        <BulkPanel>
          <ReplyInput
            templates={replies}
            uses={["deny", "hold"]}
            message={message}
            onChange={setMessage}
            error={isBusy ? undefined : answer?.fieldErrors?.message}
          />
        </BulkPanel>
      )}
      {isDenying && (
        <Suspense>
          <ConfirmModal
            title={`Deny ${pluralize(rows.length, "submission")}?`}
            confirmLabel="Deny"
            destructive
            onConfirm={() => {
              setDenying(false);
              decide(calls.deny());
            }}
            onClose={() => setDenying(false)}
          >
            Customers with an email address are notified. A denial can't be undone.
          </ConfirmModal>
        </Suspense>
      )}
    </>
  );
}
