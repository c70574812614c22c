import { BlockStack, Modal, Text } from "@shopify/polaris";
import { useState } from "react";
import { SheetProblem } from "~/platform/sheets/reading/problem";
import { Dialog } from "~/ui/Dialog";
import { FileChoice } from "~/ui/import/FileChoice";
import type { ReadSheet } from "~/ui/import/reader-messages";
import type { SheetReader } from "~/ui/import/sheet-reader";
import { formatCount } from "~/ui/numbers";
import { useHoldRefresh } from "~/ui/realtime/useRealtime";
import { UPLOAD_NOTE } from "../messages";
import { emailsInSheet } from "./emails-in-sheet";

interface ReinviteFileDialogProps {
  onReinvite(emails: string[]): void;
  onClose(): void;
}

const EXPECTED = ["Email"];

/** The modal Upload Excel: reinvites the people in the file. */
export default function ReinviteFileDialog({ onReinvite, onClose }: ReinviteFileDialogProps) {
  const [found, setFound] = useState<{ fileName: string; emails: string[] } | null>(null);
  const [problem, setProblem] = useState<string | null>(null);
  useHoldRefresh(true);

  const take = (sheet: ReadSheet, reader: SheetReader) => {
    setFound(null);
    setProblem(null);
    emailsInSheet(sheet, reader)
      .then((emails) => setFound({ fileName: sheet.fileName, emails }))
      .catch((error: unknown) => {
        if (!(error instanceof SheetProblem)) throw error;
        setProblem(error.message);
      })
      .finally(() => reader.close());
  };
  return (
    <Dialog
      title="Upload Excel"
      onClose={onClose}
      primaryAction={{
        content: "Reinvite",
        disabled: !found,
        onAction: () => found && onReinvite(found.emails),
      }}
      secondaryActions={[{ content: "Close", onAction: onClose }]}
    >
      <Modal.Section>
        <BlockStack gap="300">
          <Text as="p">{UPLOAD_NOTE}</Text>
          <FileChoice expected={EXPECTED} busy={false} problem={problem} onRead={take} />
          <div role="status">
            {found && (
              <Text as="p" fontWeight="semibold">
                {`${found.fileName}: ${formatCount(found.emails.length)} ${found.emails.length === 1 ? "address" : "addresses"}`}
              </Text>
            )}
          </div>
        </BlockStack>
      </Modal.Section>
    </Dialog>
  );
}
