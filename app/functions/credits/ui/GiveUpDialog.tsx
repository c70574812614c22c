import { Text } from "@shopify/polaris";
import { formatMoney } from "~/platform/money";
import { FormDialog } from "~/ui/form/FormDialog";
import { useFrame } from "~/ui/frame";
import type { Transaction } from "../contract";
import { ReasonInput } from "./ReasonInput";

/** Asks why a transaction that was not sent to Shopify is given up. */
export default function GiveUpDialog({
  transaction,
  onClose,
}: {
  transaction: Transaction;
  onClose(): void;
}) {
  const { currency } = useFrame().shop;
  const { id, customerName, customerEmail, amountCents, reference, problem } = transaction;
  const sum = formatMoney(Math.abs(amountCents), currency);
  const whom = customerName || customerEmail || "The customer";
  return (
    <FormDialog
      title="Give this transaction up?"
      submitLabel="Give up"
      destructive
      action="/credits"
      hidden={{ intent: "giveUp", id }}
      onClose={onClose}
    >
      <Text as="p">
        {whom} {amountCents > 0 ? `does not get ${sum}` : `keeps ${sum}`}: “{reference}”. It was not sent to
        Shopify, and will not be. It stays in the ledger as failed, with your reason.
      </Text>
      {problem && <Text as="p">{problem}</Text>}
      <ReasonInput />
    </FormDialog>
  );
}
