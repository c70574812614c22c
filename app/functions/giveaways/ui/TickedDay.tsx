import { BlockStack, Checkbox } from "@shopify/polaris";
import { useState } from "react";
import { DayInput } from "~/ui/form/DayInput";

interface TickedDayProps {
  name: string;
  /** The name of the box. */
  tickName: string;
  label: string;
  /** YYYY-MM-DD; null while the box is not ticked. */
  day: string | null;
  /** What stands in the field before anybody wrote something. */
  otherwise: string;
  problem: string;
}

/** A day that counts only while its box is ticked. */
export function TickedDay({ name, tickName, label, day, otherwise, problem }: TickedDayProps) {
  const [isOn, setOn] = useState(day !== null);
  return (
    <BlockStack gap="100">
      <Checkbox name={tickName} value="on" label={label} checked={isOn} onChange={setOn} />
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
