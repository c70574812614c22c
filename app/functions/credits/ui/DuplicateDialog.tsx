import { Text } from "@shopify/polaris";
import { absoluteCents, sumCents } from "~/platform/money/cents";
import { formatMoney } from "~/platform/money/format-money";
import { pluralize } from "~/platform/text/pluralize";
import { FormDialog } from "~/ui/form/FormDialog";
import { useFrame } from "~/ui/frame";
import type { Duplicate } from "../duplicates/calls.server";
import { creditCall } from "../function";
import { ReasonInput } from "./inputs";

/** A decision that is about to be made. */
export interface DuplicateDecision {
  decision: "paid" | "send";
  list: readonly Duplicate[];
}

/** Asks for the reason of a decision, and says what follows from it. */
export default function DuplicateDialog({
  decision,
  list,
  onClose,
}: DuplicateDecision & { onClose(): void }) {
  const { currency } = useFrame().shop;
  const sum = formatMoney(sumCents(list.map(({ amountCents }) => absoluteCents(amountCents))), currency);
  const what = `${pluralize(list.length, "transaction")} of ${sum}${list.length > 1 ? " in total" : ""}`;
  const isPaid = decision === "paid";
  return (
    <FormDialog
      title={isPaid ? "Already paid?" : "Send to Shopify?"}
      submitLabel={isPaid ? "Mark as paid" : "Send"}
      destructive={!isPaid}
      action="/credits"
      call={creditCall("credits.decideDuplicates", { decision, ids: list.map(({ id }) => id) })}
      onClose={onClose}
    >
      <Text as="p">
        {isPaid
          ? `${what}: nothing is sent. The balance already has it, as the transaction that Shopify made. This entry stays in the ledger as failed, with your reason.`
          : `${what}: it is sent in addition to the transaction that Shopify already has. If that one was this, the amount is booked twice.`}
      </Text>
      <ReasonInput />
    </FormDialog>
  );
}
