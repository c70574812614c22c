import { BlockStack, Checkbox } from "@shopify/polaris";
import { useState } from "react";
import { DayInput } from "~/ui/form/DayInput";
import { useForm } from "~/ui/form/form-context";

interface TickedDayProps {
  name: string;
  /** The name of the checkbox. */
  tickName: string;
  label: string;
  /** YYYY-MM-DD; null while the checkbox is cleared. */
  day: string | null;
  /** The field's initial value. */
  otherwise: string;
  problem: string;
}

/** A date that counts only while its checkbox is checked. */
export function OptionalDateField({ name, tickName, label, day, otherwise, problem }: TickedDayProps) {
  const [isOn, setOn] = useState(day !== null);
  const { busy } = useForm();
  return (
    <BlockStack gap="100">
      <Checkbox
        name={tickName}
        value="on"
        label={label}
        checked={isOn}
        onChange={(isTicked) => !busy && setOn(isTicked)}
      />
      <DayInput
        name={name}
        label={`${label}, MM/DD/YYYY`}
        labelHidden
        defaultDay={day ?? otherwise}
        problem={problem}
        disabled={!isOn}
      />
    </BlockStack>
  );
}
