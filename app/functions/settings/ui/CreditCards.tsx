import {
  type CreditReminders,
  isDaysBefore,
  MAX_DAYS_BEFORE,
  MAX_REPEAT_DAYS,
} from "~/domain/ledger/settings";
import type { Cents } from "~/platform/money/cents";
import { parseAmount, toDecimalString } from "~/platform/money/decimal";
import type { ActionAnswer } from "~/platform/notice";
import { CardForm } from "~/ui/form/CardForm";
import { CheckboxInput, MoneyInput, NumberInput } from "~/ui/form/fields";
import { useFrame } from "~/ui/frame";
import { useFetcher } from "~/ui/useFetcher";
import { settingsCall } from "../function";

/** The owner's setting for the total above which a request for store credit needs a second approver. */
export function ApprovalLimitCard({ limitCents }: { limitCents: Cents | null }) {
  const { currency } = useFrame().shop;
  const fetcher = useFetcher<ActionAnswer>();
  const stored = limitCents === null ? "" : toDecimalString(limitCents, currency);
  return (
    <CardForm
      title="Second approver"
      fetcher={fetcher}
      call={settingsCall("credits.saveApprovalLimit", { seen: stored || null })}
      stored={stored}
    >
      <MoneyInput
        name="amount"
        label="Second approver needed above"
        optional
        defaultValue={stored}
        helpText="The total of a request, file or reversal for all its customers. What one administrator posts, and what one customer receives, counts together for 24 hours. Leave blank for never."
        validate={(value) =>
          value.trim() === "" || parseAmount(value, currency) !== null
            ? undefined
            : "Enter an amount above 0, or leave it blank."
        }
      />
    </CardForm>
  );
}

/** The owner's settings for reminders of expiring credit. */
export function CreditRemindersCard({ isOn, daysBefore }: CreditReminders) {
  const fetcher = useFetcher<ActionAnswer>();
  const stored = { isOn, daysBefore };
  return (
    <CardForm
      title="Expiry reminders"
      fetcher={fetcher}
      call={settingsCall("credits.saveReminders", { seen: stored })}
      stored={JSON.stringify(stored)}
    >
      <CheckboxInput
        name="isOn"
        label="Remind customers of expiring credit"
        helpText="One email for each credit that has a remaining amount. Edit the text under Mail in Settings."
        defaultChecked={isOn}
      />
      <NumberInput
        name="daysBefore"
        label="Days before"
        defaultValue={String(daysBefore)}
        validate={(value) =>
          isDaysBefore(value) ? undefined : `Enter a number of days from 1 to ${MAX_DAYS_BEFORE}.`
        }
      />
    </CardForm>
  );
}

const isRepeatDays = (value: string): boolean =>
  /^\d{1,3}$/.test(value.trim()) && Number(value) <= MAX_REPEAT_DAYS;

/** The owner's setting for how many days a repeated credit is asked about. */
export function RepeatDaysCard({ days }: { days: number }) {
  const fetcher = useFetcher<ActionAnswer>();
  return (
    <CardForm
      title="Repeated credits"
      fetcher={fetcher}
      call={settingsCall("credits.saveRepeatDays", { seen: days })}
      stored={String(days)}
    >
      <NumberInput
        name="days"
        label="Ask before the same credit is given again within (days)"
        defaultValue={String(days)}
        helpText="The same customer, amount and reference. 0 for never."
        validate={(value) =>
          isRepeatDays(value) ? undefined : `Enter a number of days from 0 to ${MAX_REPEAT_DAYS}.`
        }
      />
    </CardForm>
  );
}
