import { Text } from "@shopify/polaris";
import { type ReactNode, useEffect, useRef } from "react";
import { maxBalanceCents } from "~/domain/ledger/posting";
import { addCents, type Cents, subtractCents, timesCents } from "~/platform/money/cents";
import { exampleAmount, parseAmount } from "~/platform/money/decimal";
import { formatMoney } from "~/platform/money/format-money";
import { pluralize } from "~/platform/text/pluralize";
import { useFrame } from "~/ui/frame";

/** A form in the dock. Its first field gets the focus. */
export function Panel({ label, children }: { label: string; children: ReactNode }) {
  const section = useRef<HTMLElement>(null);
  useEffect(() => section.current?.querySelector<HTMLElement>("input:not([type=hidden])")?.focus(), []);
  return (
    <section ref={section} aria-label={label}>
      {children}
    </section>
  );
}

/** What is wrong with an amount to post. */
export function amountProblem(text: string, currency: string): string | undefined {
  const amount = parseAmount(text, currency);
  const most = maxBalanceCents(currency);
  if (amount === null) return `Enter an amount above 0, such as ${exampleAmount(12.5, currency)}.`;
  if (most !== null && amount > most)
    return `Enter at most ${formatMoney(most, currency)}, which is Shopify's limit for one customer.`;
  return undefined;
}

interface PostingSumProps {
  intent: "issue" | "adjust";
  /** As it was typed. */
  amount: string;
  customers: number;
  /** What the store owes all its customers now. */
  owedCents: Cents;
}

/** What a request amounts to, before it is submitted. Nothing while it has no customers or no valid amount. */
export function PostingSum({ intent, amount, customers, owedCents }: PostingSumProps) {
  const { currency } = useFrame().shop;
  const each = amountProblem(amount, currency) ? null : parseAmount(amount, currency);
  if (each === null || customers === 0) return null;
  const total = timesCents(each, customers);
  const after = intent === "issue" ? addCents(owedCents, total) : subtractCents(owedCents, total);
  const money = (cents: Cents) => formatMoney(cents, currency);
  return (
    <Text as="p">
      {money(each)} × {pluralize(customers, "customer")} = {money(total)}. Owed to all customers:{" "}
      {money(owedCents)} now, {money(after)} afterward.
    </Text>
  );
}
