import { Banner, BlockStack, Text } from "@shopify/polaris";
import { useEffect, useRef } from "react";
import type { ReplyTemplate } from "~/domain/submissions/reply-text";
import { useFrame } from "~/ui/frame";
import { isAccepted } from "~/ui/OperationId";
import { useDialogOperation } from "~/ui/useDialogOperation";
import type { PromoAnswer } from "../../promo-form.server";
import type { SubmissionView } from "../../review-schemas";
import type { Zoom } from "../receipt/zoom";
import type { Option } from "../rows";
import { Duplicates } from "./Duplicates";
import { HistorySection } from "./HistorySection";
import { KeepReservation } from "./KeepReservation";
import { MessageSection } from "./MessageSection";
import { Refusal } from "./Refusal";
import { ReviewFooter } from "./ReviewFooter";
import { RiskSection } from "./RiskSection";
import { StatusSection } from "./StatusSection";
import { SubmissionDialog } from "./SubmissionDialog";
import { useReviewChoice } from "./useReviewChoice";
import { useReviewKeys } from "./useReviewKeys";

export interface ReviewDialogProps {
  id: string;
  /** Submissions of loyalty promotions have reasons and an approval of their own, and need no review before it. */
  isLoyalty?: boolean;
  denyReasons: readonly Option[];
  holdReasons: readonly Option[];
  replies: readonly ReplyTemplate[];
  /** Opens the submission that is so many rows below this one in the list. */
  onMove(by: 1 | -1): void;
  onClose(): void;
}

/** Its assignee can decide on a submission, and every reviewer on one of a loyalty promotion. */
function canDecide({ status, isLoyalty, reviewerId }: SubmissionView, administratorId: string): boolean {
  const isAssigned = status === "Assigned" || status === "In Review";
  return isLoyalty ? isAssigned || status === "Unassigned" : isAssigned && reviewerId === administratorId;
}

/**
 * A submission with the decisions on it: Deny and Hold with a reason, and Approve. It closes after a decision. Opening one that is
 * Assigned marks it as In Review. Render it while it is open; load it with `lazyPart`.
 */
export default function ReviewDialog(props: ReviewDialogProps) {
  const { id, isLoyalty = false, onClose } = props;
  const { administrator } = useFrame();
  const zoom = useRef<Zoom | null>(null);
  const loaded = useRef<SubmissionView>();
  const { run, answer, isBusy, refusal } = useDialogOperation<PromoAnswer>();
  const decidedId = useRef<string>();
  const choice = useReviewChoice(id);
  const done = !isBusy && isAccepted(answer) ? answer : undefined;
  const currentId = useRef(id);
  currentId.current = id;
  useEffect(() => {
    // The reviewer may have gone on to another submission.
    if (done && decidedId.current === currentId.current) onClose();
  }, [done, onClose]);

  const decide = (fields: Record<string, string>) => {
    if (isBusy || !loaded.current || !canDecide(loaded.current, administrator.id)) return;
    decidedId.current = id;
    run({ ids: JSON.stringify([Number(id)]), isLoyalty: isLoyalty ? "yes" : "no", ...fields }, "/promo");
  };
  const isAboutThis = decidedId.current === id;
  const decisions = {
    deny: () =>
      choice.denyReason && decide({ intent: "deny", reason: choice.denyReason, message: choice.message }),
    hold: () =>
      choice.holdReason && decide({ intent: "hold", reason: choice.holdReason, message: choice.message }),
    approve: () => decide({ intent: "approve" }),
  };
  const keys = useReviewKeys({ ...props, choice, decisions, zoom });

  return (
    <SubmissionDialog
      id={id}
      hasDashedDates={isLoyalty}
      zoom={zoom}
      onClose={onClose}
      footer={(submission) => {
        loaded.current = submission;
        return (
          <BlockStack gap="200">
            <Refusal notice={refusal} of={isAboutThis ? undefined : decidedId.current} />
            <ReviewFooter
              {...props}
              choice={choice}
              decisions={decisions}
              isBusy={isBusy}
              disabled={!submission || !canDecide(submission, administrator.id)}
            />
          </BlockStack>
        );
      }}
    >
      {(submission) => (
        <>
          {submission.problem && <Banner tone="warning">{submission.problem}</Banner>}
          <StatusSection submission={submission} />
          {!isLoyalty && <InReview submission={submission} />}
          {submission.lockedById === administrator.id && <KeepReservation id={id} />}
          <RiskSection submission={submission} />
          <Duplicates id={id} />
          <MessageSection
            key={id}
            {...props}
            submission={submission}
            choice={choice}
            error={isBusy || !isAboutThis ? undefined : answer?.fieldErrors?.message}
          />
          <HistorySection id={id} />
          <Text as="p" tone="subdued" variant="bodySm">
            {keys}
          </Text>
        </>
      )}
    </SubmissionDialog>
  );
}

/** Marks an Assigned submission as In Review. Renders nothing, unless that was refused. */
function InReview({ submission: { id, status } }: { submission: SubmissionView }) {
  const { run, refusal } = useDialogOperation<PromoAnswer>();
  const marked = useRef<number>();
  const mark = useRef(run);
  mark.current = run;
  useEffect(() => {
    if (status !== "Assigned" || marked.current === id) return;
    marked.current = id;
    mark.current({ intent: "inReview", id: String(id) }, "/promo");
  }, [id, status]);
  return <Refusal notice={refusal} />;
}
