import { useSavedCheckbox } from "~/ui/useSavedCheckbox";
import type { MonitoredField } from "../monitored-field";
import styles from "./FieldsGrid.module.css";

/** Whether a metafield is monitored. A click is saved immediately. When that fails, the box is as before. */
export function ActiveCheckbox({ field, active }: MonitoredField) {
  const { checked, isBusy, choose } = useSavedCheckbox({
    stored: active,
    fieldsOf: (on) => ({ intent: "update", field, active: String(on) }),
  });
  return (
    <input
      type="checkbox"
      className={styles.checkbox}
      aria-label={`Monitor ${field}`}
      aria-busy={isBusy}
      checked={checked}
      onChange={({ target }) => choose(target.checked)}
    />
  );
}
