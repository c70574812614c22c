import { BlockStack, FormLayout, Modal, TextField } from "@shopify/polaris";
import { useEffect, useRef } from "react";
import { Dialog } from "~/ui/Dialog";
import type { Import, ImportRow } from "../schemas";
import { useCorrections } from "./corrections";

/** All matched cells of a row, to be corrected. The file stays unchanged. What was typed stays when the dialog is closed. */
export default function EditRowDialog({
  row,
  run,
  onClose,
}: {
  row: ImportRow;
  run: Import;
  onClose(): void;
}) {
  const { draftOf, type, save, isBusy } = useCorrections();
  const { number } = row;
  const columns = run.columns.flatMap((heading, column) =>
    run.mapping?.[column] ? [{ column, label: heading || `Column ${column + 1}` }] : [],
  );
  const isDirty = columns.some(({ column }) => draftOf(number, column) !== undefined);
  const isSaving = useRef(false);
  useEffect(() => {
    // Refused corrections stay as drafts. Saved ones end after the call does.
    if (isSaving.current && !isBusy && !isDirty) onClose();
  }, [isBusy, isDirty, onClose]);
  return (
    <Dialog
      title={`Row ${number}`}
      onClose={onClose}
      primaryAction={{
        content: "Save",
        disabled: !isDirty,
        loading: isBusy,
        onAction() {
          isSaving.current = true;
          save(number);
        },
      }}
      secondaryActions={[{ content: "Close", onAction: onClose }]}
    >
      <Modal.Section>
        <BlockStack gap="400">
          <FormLayout>
            {columns.map(({ column, label }) => {
              const stored = row.cells[column] ?? "";
              return (
                <TextField
                  key={column}
                  label={label}
                  autoComplete="off"
                  value={draftOf(number, column) ?? stored}
                  readOnly={isBusy}
                  onChange={(value) => {
                    isSaving.current = false;
                    type({ number, column, value }, stored);
                  }}
                  helpText={row.problems
                    .filter((problem) => problem.column === column)
                    .map(({ sentence }) => sentence)
                    .join(" ")}
                />
              );
            })}
          </FormLayout>
        </BlockStack>
      </Modal.Section>
    </Dialog>
  );
}
