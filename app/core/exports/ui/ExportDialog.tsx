import { ChoiceList, Modal } from "@shopify/polaris";
import { useState } from "react";
import { Dialog } from "~/ui/Dialog";

interface ExportDialogProps {
  /** @param isFiltered only what the page shows, or everything */
  onExport(isFiltered: boolean): void;
  onClose(): void;
}

/** Asks whether to export a whole list, or what the page shows of it. */
export default function ExportDialog({ onExport, onClose }: ExportDialogProps) {
  const [choice, setChoice] = useState("all");
  const run = () => {
    onExport(choice === "filtered");
    onClose();
  };
  return (
    <Dialog
      title="Export Data"
      size="small"
      onClose={onClose}
      primaryAction={{ content: "Export", onAction: run }}
      secondaryActions={[{ content: "Close", onAction: onClose }]}
    >
      <Modal.Section>
        <ChoiceList
          title="Which rows"
          titleHidden
          choices={[
            { label: "All Data", value: "all" },
            { label: "Filtered Data", value: "filtered" },
          ]}
          selected={[choice]}
          onChange={([chosen]) => setChoice(chosen ?? "all")}
        />
      </Modal.Section>
    </Dialog>
  );
}
