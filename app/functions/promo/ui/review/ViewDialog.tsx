import { InlineStack } from "@shopify/polaris";
import type { ReactNode } from "react";
import { HistorySection, MessagesSection, StatusSection, SubmissionDialog } from "./SubmissionDialog";

/** A submission to look at, with its status. Render it while it is open; load it with `lazyPart`. */
export default function ViewDialog({
  id,
  footer,
  onClose,
}: {
  id: string;
  /** What can be done with it, as buttons. They appear with the submission. */
  footer?: ReactNode;
  onClose(): void;
}) {
  return (
    <SubmissionDialog
      id={id}
      onClose={onClose}
      footer={(submission) =>
        footer && (
          // It has its place from the beginning, so that the dialog doesn't grow.
          <div style={{ visibility: submission ? undefined : "hidden" }}>
            <InlineStack gap="200">{footer}</InlineStack>
          </div>
        )
      }
    >
      {(submission) => (
        <>
          <StatusSection submission={submission} />
          <MessagesSection submission={submission} />
          <HistorySection id={id} />
        </>
      )}
    </SubmissionDialog>
  );
}
