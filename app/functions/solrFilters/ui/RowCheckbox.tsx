import { Checkbox } from "@shopify/polaris";
import { useSavedCheckbox } from "~/ui/useSavedCheckbox";

interface RowCheckboxProps {
  label: string;
  checked: boolean;
  /** What is posted, without the new value, which is `on`. */
  fields: Record<string, string>;
  onAccepted?(): void;
}

/** A checkbox that saves immediately. It isn't disabled while it is saved, because it would lose the focus. */
export function RowCheckbox({ label, checked: stored, fields, onAccepted }: RowCheckboxProps) {
  const { checked, choose } = useSavedCheckbox({
    stored,
    fieldsOf: (on) => ({ ...fields, on: String(on) }),
    onAccepted,
  });
  return <Checkbox label={label} labelHidden checked={checked} onChange={choose} />;
}
