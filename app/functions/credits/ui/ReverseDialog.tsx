import { Text } from "@shopify/polaris";
import { formatMoney } from "~/platform/money";
import { FormDialog } from "~/ui/form/FormDialog";
import { useFrame } from "~/ui/frame";
import type { Transaction } from "../contract";
import { ReasonInput } from "./ReasonInput";

/** Asks why a transaction is taken back; a new one that names it does it. */
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
  const sum = formatMoney(Math.abs(amountCents), currency);
  const whom = customerName || customerEmail || "The customer";
  return (
    <FormDialog
      title="Reverse this transaction?"
      submitLabel="Reverse"
      destructive
      action="/credits"
      hidden={{ intent: "reverse", id }}
      onClose={onClose}
    >
      <Text as="p">
        {whom} {gives ? `gets ${sum} back` : `loses ${sum} again`}: “{reference}”. Both transactions stay in
        the ledger, and name each other.
      </Text>
      <ReasonInput />
    </FormDialog>
  );
}
