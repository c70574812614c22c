import type { ActionAnswer } from "~/platform/notice";
import { CardForm } from "~/ui/form/CardForm";
import { CheckboxInput, TextInput } from "~/ui/form/fields";
import { useFetcher } from "~/ui/useFetcher";
import { type CreditReminders, isDaysBefore, MAX_DAYS_BEFORE } from "../reminders/reminder-settings";

/** The owner's settings for reminders of expiring credit. */
export function CreditRemindersCard({ isOn, daysBefore }: CreditReminders) {
  const fetcher = useFetcher<ActionAnswer>();
  const stored = JSON.stringify({ isOn, daysBefore });
  return (
    <CardForm
      title="Store credit: expiry reminders"
      fetcher={fetcher}
      action="/credits/reminders"
      hidden={{ seen: stored }}
      stored={stored}
    >
      <CheckboxInput
        name="isOn"
        label="Remind customers of expiring credit"
        helpText="One email for each credit that has a remaining amount. Edit the text under Mail."
        defaultChecked={isOn}
      />
      <TextInput
        name="daysBefore"
        label="Days before"
        inputMode="numeric"
        defaultValue={String(daysBefore)}
        validate={(value) =>
          isDaysBefore(value) ? undefined : `Enter a number of days from 1 to ${MAX_DAYS_BEFORE}.`
        }
      />
    </CardForm>
  );
}
