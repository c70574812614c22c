import { Text } from "@shopify/polaris";
import { absoluteCents } from "~/platform/money/cents";
import { formatMoney } from "~/platform/money/format-money";
import { FormDialog } from "~/ui/form/FormDialog";
import { useFrame } from "~/ui/frame";
import { creditCall } from "../function";
import type { Transaction } from "../transactions-list.server";
import { ReasonInput } from "./inputs";

/** Asks for the reason to reverse a transaction by a new one that names it. */
export default function ReverseDialog({
  transaction,
  onClose,
}: {
  transaction: Transaction;
  onClose(): void;
}) {
  const { currency } = useFrame().shop;
  const { id, customerName, customerEmail, amountCents, reference } = transaction;
  const gives = amountCents < 0;
  const sum = formatMoney(absoluteCents(amountCents), currency);
  const customer = customerName || customerEmail || "The customer";
  return (
    <FormDialog
      title="Reverse this transaction?"
      submitLabel="Reverse"
      destructive
      action="/credits"
      call={creditCall("credits.reverse", { params: { id }, body: {} })}
      onClose={onClose}
    >
      <Text as="p">
        {customer} {gives ? `gets ${sum} back` : `loses ${sum}`}: “{reference}”. Both transactions stay in the
        ledger and name each other.
      </Text>
      <ReasonInput />
    </FormDialog>
  );
}
