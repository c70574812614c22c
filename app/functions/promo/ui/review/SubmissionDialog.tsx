import { useFetcher } from "@remix-run/react";
import { Banner, BlockStack, Box, InlineGrid, Modal, Spinner } from "@shopify/polaris";
import { lazy, type ReactNode, type RefObject, Suspense, useEffect } from "react";
import { Dialog } from "~/ui/Dialog";
import type { SubmissionAnswer } from "../../read-submission-answer.server";
import type { SubmissionView } from "../../review-contract";
import type { Zoom } from "../receipt/zoom";
import styles from "./SubmissionDialog.module.css";
import { SubmissionSections } from "./SubmissionSections";

const loadViewer = () => import("../receipt/ReceiptViewer");
const ReceiptViewer = lazy(loadViewer);

interface SubmissionDialogProps {
  id: string;
  /** Purchase dates as MM-DD-YYYY instead of MM/DD/YYYY. */
  hasDashedDates?: boolean;
  /** Receives the receipt's zoom while a receipt is shown. */
  zoom?: RefObject<Zoom | null>;
  footer?: (submission: SubmissionView | undefined) => ReactNode;
  /** Between the sections and the receipt. */
  children?: (submission: SubmissionView) => ReactNode;
  onClose(): void;
}

/** A submission with its receipt. Render it while it is open; load it with `lazy`. */
export function SubmissionDialog({
  id,
  hasDashedDates,
  zoom,
  footer,
  children,
  onClose,
}: SubmissionDialogProps) {
  const { data, load, state } = useFetcher<SubmissionAnswer>();
  useEffect(() => load(`/promo/submissions/${id}`), [load, id]);
  // While the submission is loading, so that its receipt is shown sooner.
  useEffect(() => void loadViewer(), []);
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
          <InlineGrid gap="400" columns={{ xs: 1, md: "2fr 3fr" }}>
            <BlockStack gap="400">
              <SubmissionSections submission={submission} hasDashedDates={hasDashedDates} />
              {children?.(submission)}
            </BlockStack>
            <Suspense fallback={<Box minHeight="480px" />}>
              <ReceiptViewer key={id} receipt={data?.receipt ?? null} zoom={zoom} />
            </Suspense>
          </InlineGrid>
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
