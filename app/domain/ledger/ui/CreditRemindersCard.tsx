import { useFetcher } from "@remix-run/react";
import type { ActionAnswer } from "~/platform/notice";
import { CardForm } from "~/ui/form/CardForm";
import { CheckboxInput, TextInput } from "~/ui/form/fields";
import { type CreditReminders, isDaysBefore, MOST_DAYS_BEFORE } from "../reminders/settings";

/** Where the owner sets whether, and how long before, customers are told that credit of theirs runs out. */
export function CreditRemindersCard({ isOn, daysBefore }: CreditReminders) {
  const fetcher = useFetcher<ActionAnswer>();
  return (
    <CardForm
      title="Store credit: reminders before it runs out"
      fetcher={fetcher}
      action="/credits/reminders"
      stored={`${isOn} ${daysBefore}`}
    >
      <CheckboxInput
        name="isOn"
        label="Remind customers of credit that runs out"
        helpText="One e-mail for each credit of which something is left. The text is under Mail."
        defaultChecked={isOn}
      />
      <TextInput
        name="daysBefore"
        label="Days before"
        inputMode="numeric"
        defaultValue={String(daysBefore)}
        validate={(value) =>
          isDaysBefore(value) ? undefined : `A number of days from 1 to ${MOST_DAYS_BEFORE}.`
        }
      />
    </CardForm>
  );
}
