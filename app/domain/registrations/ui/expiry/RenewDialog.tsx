import { BlockStack, ChoiceList } from "@shopify/polaris";
import { useState } from "react";
import { formatInputDate, formatUsDate, parseStoredDate } from "~/platform/dates/date-text";
import { FormDialog } from "~/ui/form/FormDialog";
import { TextInput, withChange } from "~/ui/form/fields";
import { useForm } from "~/ui/form/form-context";
import { useStoredValue } from "~/ui/form/useStoredValue";
import { registrationCall } from "../../calls-of-pages";
import { newEndProblem, yearAfter } from "../../expiry/expiry";
import type { RegistrationRow } from "../../registration-row.server";

interface RenewDialogProps {
  /** As the list has it now. */
  row: RegistrationRow;
  /** The shop's calendar day, YYYY-MM-DD. */
  today: string;
  onClose(): void;
}

const OTHER = "other";

/** Gives a registration a new end: a year from today, a year from its end, or another day. Render it while it is open. */
export default function RenewDialog({ row, today, onClose }: RenewDialogProps) {
  // As the dialog was opened, so that a choice stays when someone else changes the end.
  const [choices] = useState(() => endsToChoose(parseStoredDate(row.stp_endDate), today));
  const [choice, setChoice] = useState(choices[0]?.value ?? OTHER);
  return (
    <FormDialog
      size="small"
      title={`Renew ${row.displayName}`}
      submitLabel="Renew"
      call={registrationCall(
        "customers.edit",
        { id: row.id, seen: { enddate: row.stp_endDate }, ...(choice !== OTHER && { enddate: choice }) },
        row.displayName,
      )}
      onClose={onClose}
    >
      <BlockStack gap="300">
        <EndChoice choices={choices} choice={choice} onChoose={setChoice} stored={row.stp_endDate} />
        {choice === OTHER && (
          <TextInput
            name="enddate"
            label="End date"
            placeholder="MM/DD/YYYY"
            maxLength={10}
            validate={(text) => newEndProblem(text, today)}
          />
        )}
      </BlockStack>
    </FormDialog>
  );
}

interface End {
  value: string;
  label: string;
}

interface EndChoiceProps {
  choices: readonly End[];
  choice: string;
  onChoose(choice: string): void;
  /** The end of now. */
  stored: string;
}

function EndChoice({ choices, choice, onChoose, stored }: EndChoiceProps) {
  const { busy } = useForm();
  const { change } = useStoredValue(stored, (end) => formatInputDate(end));
  return (
    <ChoiceList
      title="New end date"
      choices={[...choices, { value: OTHER, label: "Another day" }].map((end) => ({
        ...end,
        ...(end.value === choice && { helpText: withChange(change && `End date: ${change}`) }),
      }))}
      selected={[choice]}
      onChange={([chosen = OTHER]) => !busy && onChoose(chosen)}
    />
  );
}

/** A year from today first, then a year from the end if the end is in the future. */
function endsToChoose(end: string | null, today: string): End[] {
  const fromToday = yearAfter(today);
  const choices = [{ value: fromToday, label: `One year from today: ${formatUsDate(fromToday)}` }];
  const fromEnd = end && yearAfter(end);
  if (fromEnd && fromEnd > today && fromEnd !== fromToday)
    choices.push({ value: fromEnd, label: `One year from its end: ${formatUsDate(fromEnd)}` });
  return choices;
}
