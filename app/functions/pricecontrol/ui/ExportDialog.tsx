import { ChoiceList, Modal } from "@shopify/polaris";
import { useState } from "react";
import type { useExport } from "~/core/exports/ui/useExport";
import { addIsoDays } from "~/platform/dates/iso-date";
import type { ListState } from "~/platform/list";
import { Dialog } from "~/ui/Dialog";
import type { LogDays } from "../log-days";

interface ExportDialogProps {
  state: ListState;
  days: LogDays;
  exporting: ReturnType<typeof useExport>;
  onClose(): void;
}

/** Exports the whole price log, or what the page shows of it. */
export default function ExportDialog({ state, days, exporting, onClose }: ExportDialogProps) {
  const [choice, setChoice] = useState("all");
  const list = { report: "price-log", part: "", sort: state.sort };
  const run = () => {
    if (choice === "all") exporting.run({ ...list, search: "" });
    else exporting.run({ ...list, search: state.search, filter: rangeOf(days) });
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

/** Up to but not including `until`. */
const rangeOf = ({ start, end }: LogDays) => ({
  from: start ? `${start}T00:00:00Z` : undefined,
  until: end ? `${addIsoDays(end, 1)}T00:00:00Z` : undefined,
});
