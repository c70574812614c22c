import { Checkbox } from "@shopify/polaris";
import type { PageCall } from "~/platform/page-call";
import { useSavedCheckbox } from "~/ui/useSavedCheckbox";

interface RowCheckboxProps {
  label: string;
  checked: boolean;
  /** The call that saves a value. */
  callOf(checked: boolean): PageCall;
  onAccepted?(): void;
}

/** A checkbox that saves immediately. It isn't disabled while it is saved, because it would lose the focus. */
export function RowCheckbox({ label, checked: stored, callOf, onAccepted }: RowCheckboxProps) {
  const { checked, choose } = useSavedCheckbox({ stored, callOf, onAccepted });
  return <Checkbox label={label} labelHidden checked={checked} onChange={choose} />;
}
