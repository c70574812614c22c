import { Banner, BlockStack, Modal, Text } from "@shopify/polaris";
import { useEffect, useRef, useState } from "react";
import { SheetProblem } from "~/platform/sheets/reading/problem";
import { pluralize } from "~/platform/text/pluralize";
import { Dialog } from "~/ui/Dialog";
import { FileChoice } from "~/ui/import/FileChoice";
import type { ReadSheet } from "~/ui/import/reader-messages";
import type { SheetReader } from "~/ui/import/sheet-reader";
import { isAccepted } from "~/ui/OperationId";
import { useHoldRefresh } from "~/ui/realtime/useRealtime";
import { UPLOAD_NOTE } from "../messages";
import { emailsInSheet } from "./people-file";
import type { ReinviteMany } from "./useReinviteMany";

interface ReinviteFileDialogProps {
  reinvite: ReinviteMany;
  onClose(): void;
}

const EXPECTED = ["Email"];

/** The modal Upload Excel: reinvites the people in the file. It closes when the server accepts them. */
export default function ReinviteFileDialog({ reinvite, onClose }: ReinviteFileDialogProps) {
  const [found, setFound] = useState<{ fileName: string; emails: string[] } | null>(null);
  const [problem, setProblem] = useState<string | null>(null);
  const latestReader = useRef<SheetReader | null>(null);
  useHoldRefresh(true);

  const { answer, isBusy } = reinvite;
  // The page may have reinvited others before.
  const [answerBefore] = useState(answer);
  const isAnswered = !isBusy && answer !== answerBefore;
  const isDone = isAnswered && isAccepted(answer);
  useEffect(() => {
    if (isDone) onClose();
  }, [isDone, onClose]);
  const refusal = isAnswered ? reinvite.refusal : undefined;

  const forget = () => {
    latestReader.current = null;
    setFound(null);
    setProblem(null);
  };
  const take = (sheet: ReadSheet, reader: SheetReader) => {
    latestReader.current = reader;
    const isLatest = () => latestReader.current === reader;
    emailsInSheet(sheet, reader)
      .then((emails) => {
        if (isLatest()) setFound({ fileName: sheet.fileName, emails });
      })
      .catch((error: unknown) => {
        if (!(error instanceof SheetProblem)) throw error;
        if (isLatest()) setProblem(error.message);
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
        loading: isBusy,
        onAction: () => found && reinvite.ofFile(found.emails),
      }}
      secondaryActions={[{ content: "Close", onAction: onClose }]}
    >
      <Modal.Section>
        <BlockStack gap="300">
          {refusal && <Banner tone={refusal.level}>{refusal.text}</Banner>}
          <Text as="p">{UPLOAD_NOTE}</Text>
          <FileChoice expected={EXPECTED} busy={isBusy} problem={problem} onChoose={forget} onRead={take} />
          <div role="status">
            {found && (
              <Text as="p" fontWeight="semibold">
                {`${found.fileName}: ${pluralize(found.emails.length, "address", "addresses")}`}
              </Text>
            )}
          </div>
        </BlockStack>
      </Modal.Section>
    </Dialog>
  );
}
