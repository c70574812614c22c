import type { Cents } from "~/platform/money/cents";
import { toDecimalString } from "~/platform/money/decimal";
import { parseAmount } from "~/platform/money/parse-amount";
import type { ActionAnswer } from "~/platform/notice";
import { CardForm } from "~/ui/form/CardForm";
import { MoneyInput } from "~/ui/form/MoneyInput";
import { useFrame } from "~/ui/frame";
import { useFetcher } from "~/ui/useFetcher";

/** The owner's setting for the total above which a request for store credit needs a second approver. */
export function ApprovalLimitCard({ limitCents }: { limitCents: Cents | null }) {
  const { currency } = useFrame().shop;
  const fetcher = useFetcher<ActionAnswer>();
  return (
    <CardForm
      title="Store credit: second approver"
      fetcher={fetcher}
      action="/credits/limit"
      stored={String(limitCents)}
    >
      <MoneyInput
        name="amount"
        label="Second approver needed above"
        defaultValue={limitCents === null ? "" : toDecimalString(limitCents, currency)}
        helpText="The total of a request, file or reversal for all its customers. What one administrator posts, and what one customer receives, counts together for 24 hours. Leave empty for never."
        validate={(value) =>
          value.trim() === "" || parseAmount(value, currency) !== null
            ? undefined
            : "Enter an amount above 0, or leave it empty."
        }
      />
    </CardForm>
  );
}
