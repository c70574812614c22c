import { useState } from "react";
import { useOperation } from "~/ui/useOperation";
import type { MonitoredField } from "../monitored-field";
import styles from "./FieldsGrid.module.css";

/** Whether a metafield is monitored. A click is saved immediately. When that fails, the box is as before. */
export function ActiveCheckbox({ field, active }: MonitoredField) {
  const saving = useOperation();
  const [submitted, setSubmitted] = useState(active);
  return (
    <input
      type="checkbox"
      className={styles.checkbox}
      aria-label={`Monitor ${field}`}
      aria-busy={saving.isBusy}
      checked={saving.isBusy ? submitted : active}
      onChange={({ target: { checked } }) => {
        if (saving.isBusy) return;
        setSubmitted(checked);
        saving.run({ intent: "update", field, active: String(checked) });
      }}
    />
  );
}
