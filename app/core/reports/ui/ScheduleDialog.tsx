import { BlockStack, Checkbox, Text } from "@shopify/polaris";
import { useState } from "react";
import { type DeliveryInput, OWN_LINK } from "~/core/exports/delivery";
import { DeliveryPart } from "~/core/exports/ui/DeliveryPart";
import { FormDialog } from "~/ui/form/FormDialog";
import { SelectInput } from "~/ui/form/fields";
import { useForm } from "~/ui/form/form-context";
import { FREQUENCIES, frequencyLabel, hourText } from "../schedule-times";
import { initialOptions, type ReportOption, reportCall } from "./report-option";

interface ScheduleDialogProps {
  report: string;
  timeZone: string;
  hasDates: boolean;
  options: readonly ReportOption[];
  problemOf?: (chosen: Record<string, boolean>) => string | null;
  onClose(): void;
}

const HOUR_OPTIONS = Array.from({ length: 24 }, (_, hour) => ({
  value: String(hour),
  label: hourText(hour),
}));

/** Schedules a report. It is emailed to the administrator who schedules it, and to the recipients that they enter. */
export default function ScheduleDialog({
  report,
  timeZone,
  hasDates,
  options,
  problemOf,
  onClose,
}: ScheduleDialogProps) {
  const [chosen, setChosen] = useState(() => initialOptions(options));
  const [delivery, setDelivery] = useState<DeliveryInput>(OWN_LINK);
  const problem = problemOf?.(chosen) ?? null;
  return (
    <FormDialog
      title="Schedule"
      submitLabel="Save"
      incomplete={problem !== null}
      call={reportCall("reports.addSchedule", { report, options: chosen, ...delivery })}
      onClose={onClose}
    >
      <SelectInput
        name="frequency"
        label="When"
        options={FREQUENCIES.map((value) => ({ value, label: frequencyLabel(value, hasDates) }))}
        defaultValue="monthly"
      />
      <SelectInput name="hour" label={`Hour (${timeZone})`} options={HOUR_OPTIONS} defaultValue="6" />
      {options.length > 0 && (
        <OptionBoxes options={options} chosen={chosen} problem={problem} onChange={setChosen} />
      )}
      <DeliveryPart delivery={delivery} onChange={setDelivery} />
    </FormDialog>
  );
}

interface OptionBoxesProps {
  options: readonly ReportOption[];
  chosen: Record<string, boolean>;
  problem: string | null;
  onChange(chosen: Record<string, boolean>): void;
}

function OptionBoxes({ options, chosen, problem, onChange }: OptionBoxesProps) {
  const { busy } = useForm();
  return (
    <BlockStack gap="100">
      {options.map(({ name, label }) => (
        <Checkbox
          key={name}
          label={label}
          checked={chosen[name] ?? false}
          onChange={(isChosen) => !busy && onChange({ ...chosen, [name]: isChosen })}
        />
      ))}
      {problem && (
        <Text as="p" tone="critical">
          {problem}
        </Text>
      )}
    </BlockStack>
  );
}
