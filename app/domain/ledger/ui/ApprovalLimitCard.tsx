import { useFetcher } from "@remix-run/react";
import { writtenCents } from "~/platform/money";
import type { ActionAnswer } from "~/platform/notice";
import { CardForm } from "~/ui/form/CardForm";
import { MoneyInput } from "~/ui/form/MoneyInput";

/** Where the owner sets above how much in all a request about store credit needs a second person. */
export function ApprovalLimitCard({ limitCents }: { limitCents: number | null }) {
  const fetcher = useFetcher<ActionAnswer>();
  return (
    <CardForm
      title="Store credit: two people above an amount"
      fetcher={fetcher}
      action="/credits/limit"
      stored={String(limitCents)}
    >
      <MoneyInput
        name="amount"
        label="Needs a second person above"
        defaultValue={limitCents === null ? "" : (limitCents / 100).toFixed(2)}
        helpText="Of a request or a file in all, for every customer together. Empty: never."
        validate={(value) =>
          value.trim() === "" || writtenCents(value) !== null ? undefined : "An amount above 0, or empty."
        }
      />
    </CardForm>
  );
}
