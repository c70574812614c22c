import { Badge, Banner, BlockStack, InlineStack, Text } from "@shopify/polaris";
import { type RefObject, useEffect, useRef, useState } from "react";
import type { ReplyTemplate } from "~/domain/submissions/reply-text";
import { HIGH_RISK } from "~/domain/submissions/statuses";
import type { PageCall } from "~/platform/page-call";
import { useFrame } from "~/ui/frame";
import { type Shortcuts, useShortcutPreference, useShortcuts } from "~/ui/list/useShortcuts";
import { undoNewest } from "~/ui/notices/notice-store";
import { isAccepted } from "~/ui/OperationId";
import { useCall } from "~/ui/useCall";
import { useDialogCall } from "~/ui/useDialogCall";
import { promoCall } from "../../function";
import type { SubmissionView } from "../../schemas";
import type { Option } from "../lists";
import type { Zoom } from "../receipt/ReceiptViewer";
import type { RowPlace } from "../useOpenRow";
import { Duplicates } from "./Duplicates";
import { MessageSection } from "./MessageSection";
import { Refusal } from "./Outcomes";
import { decisionCalls, type ReviewChoice, useReviewChoice } from "./ReplyInput";
import { ReviewFooter } from "./ReviewFooter";
import { HistorySection, MessagesSection, StatusSection, SubmissionDialog } from "./SubmissionDialog";
import { Section } from "./SubmissionSections";

export interface ReviewDialogProps {
  id: string;
  /** Submissions of loyalty promotions have reasons and an approval of their own, and need no review before it. */
  isLoyalty?: boolean;
  denyReasons: readonly Option[];
  holdReasons: readonly Option[];
  replies: readonly ReplyTemplate[];
  place: RowPlace;
  /** It was taken from the queue, and the next one is taken after the decision. */
  takesNext?: boolean;
  /** Opens the next or previous submission of the list. */
  onMove(by: 1 | -1): void;
  /** The decision on it is recorded: opens another submission, or closes the dialog. */
  onDecided(): void;
  onClose(): void;
}

/** Its assignee can decide on a submission, and every reviewer on one of a loyalty promotion. */
function canDecide({ status, isLoyalty, reviewerId }: SubmissionView, administratorId: string): boolean {
  const isAssigned = status === "Assigned" || status === "In Review";
  return isLoyalty ? isAssigned || status === "Unassigned" : isAssigned && reviewerId === administratorId;
}

/**
 * A submission with the decisions on it: Deny and Hold with a reason, and Approve. Opening one that is
 * Assigned marks it as In Review. Render it while it is open; load it with `lazyPart`.
 */
export default function ReviewDialog(props: ReviewDialogProps) {
  const { id, isLoyalty = false, onDecided, onClose } = props;
  const { administrator } = useFrame();
  const zoom = useRef<Zoom | null>(null);
  const loaded = useRef<SubmissionView>();
  const { run, answer, isBusy, refusal } = useDialogCall();
  const decidedId = useRef<string>();
  const choice = useReviewChoice(id);
  const { forgetMessage } = choice;
  const done = !isBusy && isAccepted(answer) ? answer : undefined;
  const latest = useRef({ id, onDecided });
  latest.current = { id, onDecided };
  useEffect(() => {
    if (!done || decidedId.current === undefined) return;
    forgetMessage(decidedId.current);
    // The reviewer may have gone on to another submission.
    if (decidedId.current === latest.current.id) latest.current.onDecided();
  }, [done, forgetMessage]);
  const isAboutThis = decidedId.current === id;
  // One that returns, because Shopify refused its order or the decision was undone, is decided again.
  const [visit, setVisit] = useState({ id, earlier: done });
  if (visit.id !== id) setVisit({ id, earlier: done });
  // Also after the answer, while the next one is taken.
  const isDeciding = isBusy || (done !== visit.earlier && isAboutThis);

  // A key that is pressed twice comes before the page is rendered with the call.
  const runningId = useRef<string>();
  useEffect(() => {
    if (!isBusy && answer) runningId.current = undefined;
  }, [isBusy, answer]);

  const decide = (call: PageCall) => {
    if (isDeciding || runningId.current === id) return;
    if (!loaded.current || !canDecide(loaded.current, administrator.id)) return;
    decidedId.current = id;
    runningId.current = id;
    run(call, "/promo");
  };
  const calls = decisionCalls([id], choice, isLoyalty);
  const decisions = {
    deny: () => choice.denyReason && decide(calls.deny()),
    hold: () => choice.holdReason && decide(calls.hold()),
    approve: () => decide(calls.approve()),
  };
  const keys = useReviewKeys({ ...props, choice, decisions, zoom });

  return (
    <SubmissionDialog
      id={id}
      hasDashedDates={isLoyalty}
      zoom={zoom}
      lead={(submission) => (
        <>
          {submission.problem && <Banner tone="warning">{submission.problem}</Banner>}
          <StatusSection submission={submission} />
          <MessagesSection submission={submission} />
          <RiskSection submission={submission} />
          <Duplicates key={id} id={id} />
        </>
      )}
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
              isBusy={isDeciding}
              disabled={!submission || !canDecide(submission, administrator.id)}
            />
          </BlockStack>
        );
      }}
    >
      {(submission) => (
        <>
          {!isLoyalty && <InReview submission={submission} />}
          {submission.lockedById === administrator.id && <KeepReservation id={id} />}
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
  const { run, refusal } = useDialogCall();
  const marked = useRef<number>();
  const mark = useRef(run);
  mark.current = run;
  useEffect(() => {
    if (status !== "Assigned" || marked.current === id) return;
    marked.current = id;
    mark.current(promoCall("promo.inReview", { id }), "/promo");
  }, [id, status]);
  return <Refusal notice={refusal} />;
}

/** The risk score of a submission and what it consists of. Nothing without a signal. */
export function RiskSection({ submission: { riskScore, signals } }: { submission: SubmissionView }) {
  if (signals.length === 0) return null;
  return (
    <Section title="Risk">
      <InlineStack gap="200" blockAlign="center">
        <Badge tone={riskScore >= HIGH_RISK ? "critical" : "warning"}>{`${riskScore} of 100`}</Badge>
        {signals.map(({ id, name, points }) => (
          <Text key={id} as="span">
            {name}: {points} points
          </Text>
        ))}
      </InlineStack>
    </Section>
  );
}

/** A reservation is extended at most this often. */
const EXTEND_AFTER_MS = 60_000;

/** Renders nothing. Extends the reservation of a submission while its reviewer uses the keyboard or the pointer. */
export function KeepReservation({ id }: { id: string }) {
  const { run } = useCall();
  const extend = useRef(run);
  extend.current = run;
  useEffect(() => {
    let extendedAt = performance.now();
    const onActivity = () => {
      if (performance.now() - extendedAt < EXTEND_AFTER_MS) return;
      extendedAt = performance.now();
      extend.current(promoCall("promo.keep", { id: Number(id) }), "/promo");
    };
    document.addEventListener("keydown", onActivity);
    document.addEventListener("pointerdown", onActivity);
    return () => {
      document.removeEventListener("keydown", onActivity);
      document.removeEventListener("pointerdown", onActivity);
    };
  }, [id]);
  return null;
}

interface ReviewKeysOptions {
  denyReasons: readonly Option[];
  holdReasons: readonly Option[];
  choice: ReviewChoice;
  decisions: { approve(): void; deny(): void; hold(): void };
  zoom: RefObject<Zoom | null>;
  onMove(by: 1 | -1): void;
}

const DIGITS = ["1", "2", "3", "4", "5", "6", "7", "8", "9"] as const;

const KEYS =
  "Keys: a approves. 1 to 9 choose a deny reason, and the same digit again denies. h, then 1 to 9 choose a hold reason, and h again holds. n and p open the next and the previous submission. z undoes, as the newest notice offers it. +, - and 0 zoom.";

const OFF = "Single-key shortcuts are off. Turn them on under Keyboard shortcuts.";

/**
 * The keys of a review. A digit only chooses a reason: denying takes it twice, because a denial can't be undone.
 * @returns what the keys are, for the dialog
 */
export function useReviewKeys(options: ReviewKeysOptions): string {
  const { denyReasons, holdReasons, choice, decisions, zoom, onMove } = options;
  const [enabled] = useShortcutPreference();
  const [isHolding, setHolding] = useState(false);
  const chooseOrRun = (digit: string) => {
    const reason = (isHolding ? holdReasons : denyReasons)[Number(digit) - 1];
    if (!reason) return false;
    if (isHolding) choice.setHoldReason(reason.value);
    else if (choice.denyReason === reason.value) decisions.deny();
    else choice.setDenyReason(reason.value);
  };
  const move = (by: 1 | -1) => () => {
    setHolding(false);
    onMove(by);
  };
  const shortcuts: Shortcuts = {
    a: decisions.approve,
    d: decisions.deny,
    h: () => {
      if (isHolding && choice.holdReason) decisions.hold();
      else setHolding(!isHolding);
    },
    n: move(1),
    p: move(-1),
    z: undoNewest,
    "+": () => zoom.current?.zoomIn(),
    "=": () => zoom.current?.zoomIn(),
    "-": () => zoom.current?.zoomOut(),
    "0": () => zoom.current?.reset(),
    ...Object.fromEntries(DIGITS.map((digit) => [digit, () => chooseOrRun(digit)])),
  };
  useShortcuts(shortcuts, enabled, { inDialog: true });
  if (!enabled) return OFF;
  return isHolding ? `Choosing a hold reason. ${KEYS}` : KEYS;
}
