import { Checkbox } from "@shopify/polaris";
import { useEffect, useRef, useState } from "react";
import { isAccepted } from "~/ui/OperationId";
import { useOperation } from "~/ui/useOperation";

interface RowCheckboxProps {
  label: string;
  checked: boolean;
  /** What is posted, without the new value, which is `on`. */
  fields: Record<string, string>;
  onAccepted?(): void;
}

/** A checkbox that saves immediately. It shows the new value until the answer is there, and the old one again if that is a refusal. */
export function RowCheckbox({ label, checked, fields, onAccepted }: RowCheckboxProps) {
  const { run, isBusy, answer } = useOperation();
  const [expected, setExpected] = useState<boolean | null>(null);
  const wasBusy = useRef(false);
  const accepted = useRef(onAccepted);
  accepted.current = onAccepted;
  useEffect(() => {
    if (wasBusy.current && !isBusy) {
      setExpected(null);
      if (isAccepted(answer)) accepted.current?.();
    }
    wasBusy.current = isBusy;
  }, [isBusy, answer]);
  return (
    <Checkbox
      label={label}
      labelHidden
      checked={expected ?? checked}
      // Not disabled while it is saved: it would lose the focus.
      onChange={(on) => {
        if (expected !== null) return;
        setExpected(on);
        run({ ...fields, on: String(on) });
      }}
    />
  );
}
