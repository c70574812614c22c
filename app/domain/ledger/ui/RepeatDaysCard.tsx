import type { ActionAnswer } from "~/platform/notice";
import { CardForm } from "~/ui/form/CardForm";
import { TextInput } from "~/ui/form/fields";
import { useFetcher } from "~/ui/useFetcher";
import { MAX_REPEAT_DAYS } from "../repeat-days";

const isValid = (value: string): boolean =>
  /^\d{1,3}$/.test(value.trim()) && Number(value) <= MAX_REPEAT_DAYS;

/** The owner's setting for how many days a repeated credit is asked about. */
export function RepeatDaysCard({ days }: { days: number }) {
  const fetcher = useFetcher<ActionAnswer>();
  return (
    <CardForm
      title="Store credit: repeated credits"
      fetcher={fetcher}
      action="/credits/repeats"
      stored={String(days)}
    >
      <TextInput
        name="days"
        label="Ask before the same credit is given again within (days)"
        inputMode="numeric"
        defaultValue={String(days)}
        helpText="The same customer, amount and reference. 0 for never."
        validate={(value) =>
          isValid(value) ? undefined : `Enter a number of days from 0 to ${MAX_REPEAT_DAYS}.`
        }
      />
    </CardForm>
  );
}
