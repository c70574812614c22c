import { useState } from "react";
import { isComposing } from "~/ui/is-composing";
import { CellInput } from "~/ui/list/CellInput";
import { useHoldRefresh } from "~/ui/realtime/useRealtime";
import { useOperation } from "~/ui/useOperation";
import { MAX_DELIMITER_LENGTH, type MonitoredField } from "../monitored-field";

/** A metafield's delimiter. It is saved with Enter and when the cell is left. Escape restores it, and so does a failure. */
export function DelimiterInput({ field, delimiter: stored }: MonitoredField) {
  const saving = useOperation();
  const [draft, setDraft] = useState<string | null>(null);
  const [submitted, setSubmitted] = useState(stored);
  const shown = saving.isBusy ? submitted : (draft ?? stored);
  useHoldRefresh(draft !== null && draft !== stored);

  const save = () => {
    setDraft(null);
    if (draft === null || draft === stored || saving.isBusy) return;
    setSubmitted(draft);
    saving.run({ intent: "update", field, delimiter: draft });
  };
  return (
    <CellInput
      isChanged={shown !== stored}
      aria-label={`Delimiter of ${field}`}
      maxLength={MAX_DELIMITER_LENGTH}
      value={shown}
      readOnly={saving.isBusy}
      onChange={(event) => setDraft(event.target.value)}
      onBlur={save}
      onKeyDown={(event) => {
        if (event.key === "Escape") setDraft(null);
        if (event.key === "Enter" && !isComposing(event)) save();
      }}
    />
  );
}
