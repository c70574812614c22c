import {
  Banner,
  BlockStack,
  Button,
  ButtonGroup,
  InlineStack,
  Link,
  Modal,
  Spinner,
  Text,
} from "@shopify/polaris";
import { type ComponentProps, type ReactNode, type RefObject, useEffect, useState } from "react";
import { Dialog } from "~/ui/Dialog";
import { FactList } from "~/ui/FactList";
import { Moment } from "~/ui/Moment";
import { useOtherViewers } from "~/ui/realtime/useRealtime";
import { SkeletonLines } from "~/ui/Skeletons";
import { Timeline } from "~/ui/Timeline";
import { useLoad } from "~/ui/useLoad";
import type { HistoryAnswer, ReceiptFile, SubmissionAnswer } from "../../read-answers.server";
import type { SubmissionView } from "../../schemas";
import { StatusBadge } from "../cells";
import { ReceiptViewer, type Zoom } from "../receipt/ReceiptViewer";
import styles from "./SubmissionDialog.module.css";
import { Section, SubmissionSections } from "./SubmissionSections";
import { marksOf, TypedAndRead, useReading } from "./TypedAndRead";

/** A submission among the records whose viewers are known: under the function's flag. */
const SUBJECT_PREFIX = "showPromotion/submission/";

/** How often a receipt is looked for that is still being checked. */
const RECHECK_MS = 2_000;

interface SubmissionDialogProps {
  id: string;
  /** Purchase dates as MM-DD-YYYY instead of MM/DD/YYYY. */
  hasDashedDates?: boolean;
  /** Receives the receipt's zoom while a receipt is shown. */
  zoom?: RefObject<Zoom | null>;
  /** Before the sections: what decides. */
  lead?: (submission: SubmissionView) => ReactNode;
  footer?: (submission: SubmissionView | undefined) => ReactNode;
  /** Below the sections and, on a phone, the receipt. */
  children?: (submission: SubmissionView) => ReactNode;
  onClose(): void;
}

/** A submission with its receipt. Render it while it is open; load it with `lazyPart`. */
export function SubmissionDialog({
  id,
  hasDashedDates,
  zoom,
  lead,
  footer,
  children,
  onClose,
}: SubmissionDialogProps) {
  const { data, load, state } = useLoad<SubmissionAnswer>();
  useEffect(() => load(`/promo/submissions/${id}`), [load, id]);
  const isWaiting = data?.receipt?.state === "waiting";
  useEffect(() => {
    if (!isWaiting) return;
    const timer = setInterval(() => load(`/promo/submissions/${id}`), RECHECK_MS);
    return () => clearInterval(timer);
  }, [isWaiting, load, id]);
  const reading = useReading(id);
  const submission = data?.submission && String(data.submission.id) === id ? data.submission : undefined;
  const problem = !data?.submission && state === "idle" ? data?.notice?.text : undefined;
  const others = useOtherViewers(`${SUBJECT_PREFIX}${id}`);
  const buttons = footer?.(submission);
  return (
    <Dialog
      size="large"
      title={submission ? `${submission.id} - ${submission.displayName}` : id}
      // A message to the customer is kept.
      asksNothing
      onClose={onClose}
      footer={
        (others.length > 0 || buttons) && (
          <BlockStack gap="200">
            {others.length > 0 && <OtherViewers names={others} />}
            {buttons}
          </BlockStack>
        )
      }
    >
      <Modal.Section>
        {submission ? (
          // Not the spinner's element, which would move.
          <div key="submission" className={styles.submission}>
            <BlockStack gap="400">
              {lead?.(submission)}
              <SubmissionSections submission={submission} hasDashedDates={hasDashedDates} />
              <TypedAndRead reading={reading} />
            </BlockStack>
            <div className={styles.receiptColumn}>
              <div className={styles.receipt}>
                <Receipts
                  key={id}
                  receipt={data?.receipt ?? null}
                  earlier={data?.earlierReceipts ?? []}
                  zoom={zoom}
                  marks={marksOf(reading)}
                />
              </div>
            </div>
            <BlockStack gap="400">{children?.(submission)}</BlockStack>
          </div>
        ) : problem ? (
          <Banner tone="critical">{problem}</Banner>
        ) : (
          <div key="spinner" className={styles.spinner}>
            <Spinner accessibilityLabel="Loading the submission" />
          </div>
        )}
      </Modal.Section>
    </Dialog>
  );
}

/** Who else has the submission open, so that two reviewers don't decide on it at the same time. */
const OtherViewers = ({ names }: { names: readonly string[] }) => (
  <div role="status">
    <Text as="p" tone="caution" fontWeight="medium">
      {new Intl.ListFormat("en-US").format(names)} {names.length > 1 ? "have" : "has"} this submission open,
      too.
    </Text>
  </div>
);

interface ReceiptsProps extends ComponentProps<typeof ReceiptViewer> {
  /** What the customer has replaced. */
  earlier: readonly ReceiptFile[];
}

/** The receipt of a submission. One that the customer has replaced can be shown in its place. */
function Receipts({ receipt, earlier, marks, zoom }: ReceiptsProps) {
  const [shownId, setShownId] = useState<string>();
  const shown = earlier.find(({ id }) => id === shownId);
  const current = shown ?? receipt;
  return (
    <BlockStack gap="200">
      {earlier.length > 0 && (
        <ButtonGroup variant="segmented">
          {earlier.map(({ id }, index) => (
            <Button key={id} pressed={id === shownId} onClick={() => setShownId(id)}>
              {earlier.length > 1 ? `Earlier receipt ${index + 1}` : "Earlier receipt"}
            </Button>
          ))}
          <Button pressed={!shown} onClick={() => setShownId(undefined)}>
            New receipt
          </Button>
        </ButtonGroup>
      )}
      <ReceiptViewer key={current?.id} receipt={current} zoom={zoom} marks={shown ? [] : marks} />
    </BlockStack>
  );
}

/** What reviewers asked the customer, and what the customer answered. Nothing before the first message. */
export function MessagesSection({ submission: { messages } }: { submission: SubmissionView }) {
  if (messages.length === 0) return null;
  return (
    <Section title="Messages">
      {messages.map(({ id, isCustomer, text, hasReceipt, at }) => (
        <BlockStack key={id}>
          <Text as="span" fontWeight="semibold">
            {isCustomer
              ? hasReceipt
                ? "The customer, with a new receipt"
                : "The customer"
              : "To the customer"}
            , <Moment at={at} time />
          </Text>
          {text && (
            <Text as="p" breakWord>
              {text}
            </Text>
          )}
        </BlockStack>
      ))}
    </Section>
  );
}

/** The status of a submission, with what belongs to it: assignee, deny reason, order number, or tracking number. */
export const StatusSection = ({ submission }: { submission: SubmissionView }) => (
  <Section title="Status">
    <FactList
      facts={[
        {
          name: "Status",
          value: <StatusBadge status={submission.status} isAnswered={submission.isAnswered} />,
        },
        ...factsOf(submission),
      ]}
    />
  </Section>
);

function factsOf(submission: SubmissionView): { name: string; value: ReactNode }[] {
  const { holdReason, denyReason, orderName, trackingNumber, reviewer } = submission;
  const order = { name: "Order Number", value: orderName };
  switch (submission.status) {
    case "Unassigned":
      return [];
    case "Assigned":
    case "In Review":
      return [
        { name: "Assignee", value: reviewer },
        ...(holdReason ? [{ name: "Hold Reason", value: holdReason }] : []),
      ];
    case "Denied":
      return [
        {
          name: "Deny Reason",
          value: (
            <Text as="span" tone="critical">
              {denyReason}
            </Text>
          ),
        },
      ];
    case "Approved":
    case "Order Created":
      return [order];
    case "Shipped":
    case "Delivered":
      return [order, { name: "Tracking Number", value: trackingNumber }];
  }
}

/** What happened to a submission, once it is opened. */
export function HistorySection({ id }: { id: string }) {
  const { data, load } = useLoad<HistoryAnswer>();
  const [openId, setOpenId] = useState<string>();
  const isOpen = openId === id;
  const toggle = () => {
    setOpenId(isOpen ? undefined : id);
    if (!isOpen) load(`/promo/submissions/${id}/history`);
  };
  return (
    <BlockStack gap="200">
      <InlineStack>
        <Button ariaExpanded={isOpen} disclosure={isOpen ? "up" : "down"} onClick={toggle}>
          History
        </Button>
      </InlineStack>
      {isOpen && data?.notice && <Banner tone="critical">{data.notice.text}</Banner>}
      {isOpen && !data && <SkeletonLines lines={4} />}
      {isOpen && data?.list && <Timeline entries={data.list} />}
      {isOpen && data?.hasMore && (
        <Text as="p" tone="subdued">
          There are earlier changes. <Link url={`/activity/submission/${id}`}>See all changes</Link>
        </Text>
      )}
    </BlockStack>
  );
}
