import { Banner, BlockStack, Modal, Spinner } from "@shopify/polaris";
import { type ReactNode, type RefObject, useEffect } from "react";
import { Dialog } from "~/ui/Dialog";
import { useLoad } from "~/ui/useLoad";
import type { SubmissionAnswer } from "../../read-submission-answer.server";
import type { SubmissionView } from "../../review-schemas";
import { ReceiptViewer } from "../receipt/ReceiptViewer";
import type { Zoom } from "../receipt/zoom";
import styles from "./SubmissionDialog.module.css";
import { SubmissionSections } from "./SubmissionSections";

/** How often a receipt is looked for that is still being checked. */
const RECHECK_MS = 2_000;

interface SubmissionDialogProps {
  id: string;
  /** Purchase dates as MM-DD-YYYY instead of MM/DD/YYYY. */
  hasDashedDates?: boolean;
  /** Receives the receipt's zoom while a receipt is shown. */
  zoom?: RefObject<Zoom | null>;
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
  const submission = data?.submission && String(data.submission.id) === id ? data.submission : undefined;
  const problem = !data?.submission && state === "idle" ? data?.notice?.text : undefined;
  return (
    <Dialog
      size="large"
      title={submission ? `${submission.id} - ${submission.displayName}` : id}
      onClose={onClose}
      footer={footer?.(submission)}
    >
      <Modal.Section>
        {submission ? (
          <div className={styles.submission}>
            <BlockStack gap="400">
              <SubmissionSections submission={submission} hasDashedDates={hasDashedDates} />
            </BlockStack>
            <div className={styles.receiptColumn}>
              <div className={styles.receipt}>
                <ReceiptViewer key={id} receipt={data?.receipt ?? null} zoom={zoom} />
              </div>
            </div>
            <BlockStack gap="400">{children?.(submission)}</BlockStack>
          </div>
        ) : problem ? (
          <Banner tone="critical">{problem}</Banner>
        ) : (
          <div className={styles.spinner}>
            <Spinner accessibilityLabel="Loading the submission" />
          </div>
        )}
      </Modal.Section>
    </Dialog>
  );
}
