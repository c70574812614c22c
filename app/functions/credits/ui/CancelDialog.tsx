import { Text } from "@shopify/polaris";
import { absoluteCents } from "~/platform/money/cents";
import { formatMoney } from "~/platform/money/format-money";
import { FormDialog } from "~/ui/form/FormDialog";
import { useFrame } from "~/ui/frame";
import { creditCall } from "../function";
import type { Transaction } from "../transactions-list.server";
import { ReasonInput } from "./inputs";

/** Asks for the reason to cancel a transaction that was not sent to Shopify. */
export default function CancelDialog({
  transaction,
  onClose,
}: {
  transaction: Transaction;
  onClose(): void;
}) {
  const { currency } = useFrame().shop;
  const { id, customerName, customerEmail, amountCents, reference, problem } = transaction;
  const sum = formatMoney(absoluteCents(amountCents), currency);
  const customer = customerName || customerEmail || "The customer";
  return (
    <FormDialog
      title="Cancel this transaction?"
      submitLabel="Cancel transaction"
      destructive
      action="/credits"
      call={creditCall("credits.cancel", { params: { id }, body: {} })}
      onClose={onClose}
    >
      <Text as="p">
        {customer} {amountCents > 0 ? `doesn't get ${sum}` : `keeps ${sum}`}: “{reference}”. It wasn't sent to
        Shopify, and won't be. It stays in the ledger as failed, with your reason.
      </Text>
      {problem && <Text as="p">{problem}</Text>}
      <ReasonInput />
    </FormDialog>
  );
}
