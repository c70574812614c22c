import { BlockStack, FormLayout, Modal, Text } from "@shopify/polaris";
import { useState } from "react";
import type { CallAnswer } from "~/core/answer-call.server";
import { addCents, type Cents, subtractCents } from "~/platform/money/cents";
import { parseAmount } from "~/platform/money/decimal";
import { formatMoney } from "~/platform/money/format-money";
import { Dialog } from "~/ui/Dialog";
import { ActionForm } from "~/ui/form/ActionForm";
import { RefusalBanner } from "~/ui/form/ConflictBanner";
import { MoneyInput } from "~/ui/form/fields";
import { useDialogForm } from "~/ui/form/useDialogForm";
import { useFrame } from "~/ui/frame";
import { AS_JSON } from "~/ui/useCall";
import { creditCall } from "../function";
import type { CreditOutcome } from "../schemas";
import { ExpirationInput, ReferenceInput } from "./inputs";
import { amountProblem } from "./Panel";
import { RepetitionBanner } from "./RepetitionBanner";

interface CreditDialogProps {
  intent: "issue" | "adjust";
  customerId: string;
  name: string;
  /** Without what is pending. */
  balanceCents: Cents;
  onClose(): void;
}

const WORDS = {
  issue: {
    title: "Issue credit to",
    amount: "Credit",
    submit: "Issue credit",
    call: "credits.issueCredits",
  },
  adjust: {
    title: "Adjust the balance of",
    amount: "Amount to take",
    submit: "Adjust balance",
    call: "credits.adjustBalances",
  },
} as const;

/** Issues credit to one customer, or takes some of it. Render it while it is open; load it with `lazyPart`. */
export default function CreditDialog({ intent, customerId, name, balanceCents, onClose }: CreditDialogProps) {
  const { fetcher, form, isBusy, refusal, submit } = useDialogForm<CallAnswer>(onClose);
  const [amount, setAmount] = useState("");
  const [reference, setReference] = useState("");
  const [expirationDate, setExpirationDate] = useState("");
  const { title, amount: label, submit: submitLabel, call } = WORDS[intent];
  const posting = { ids: customerId, onRepeat: "ask" } as const;
  const expires = intent === "issue" && { expirationDate };
  const { currency } = useFrame().shop;
  const { list } = (refusal?.value ?? {}) as { list?: CreditOutcome[] };
  const problem = list?.[0]?.problem;
  return (
    <Dialog
      title={`${title} ${name}`}
      onClose={onClose}
      primaryAction={{ content: submitLabel, loading: isBusy, onAction: submit }}
      secondaryActions={[{ content: "Close", onAction: onClose }]}
    >
      <Modal.Section>
        <ActionForm
          ref={form}
          fetcher={fetcher}
          action={CREDITS_ACTION}
          call={creditCall(call, { body: posting })}
          isBusy={isBusy}
        >
          <BlockStack gap="400">
            <RefusalBanner answer={problem ? { notice: { level: "critical", text: problem } } : refusal} />
            <RepetitionBanner
              answer={fetcher.data as CallAnswer | undefined}
              isBusy={isBusy}
              current={creditCall(call, { body: { ...posting, amount, reference, ...expires } })}
              onConfirm={(confirmed) =>
                fetcher.submit(confirmed as never, { ...AS_JSON, action: CREDITS_ACTION })
              }
            />
            <FormLayout>
              <MoneyInput
                name="amount"
                label={label}
                onValue={setAmount}
                validate={(value) => amountProblem(value, currency)}
              />
              <ReferenceInput
                helpText="What it is for. The customer's statement has it."
                onValue={setReference}
              />
              {intent === "issue" && <ExpirationInput onValue={setExpirationDate} />}
            </FormLayout>
            <BalanceAfter intent={intent} amount={amount} balanceCents={balanceCents} />
          </BlockStack>
        </ActionForm>
      </Modal.Section>
    </Dialog>
  );
}

/** The page of credits, whose action posts. */
const CREDITS_ACTION = "/credits";

/** What the balance will be. Only the present one while the amount isn't valid. */
function BalanceAfter({
  intent,
  amount,
  balanceCents,
}: Pick<CreditDialogProps, "intent" | "balanceCents"> & { amount: string }) {
  const { currency } = useFrame().shop;
  const change = amountProblem(amount, currency) ? null : parseAmount(amount, currency);
  const money = (cents: Cents) => formatMoney(cents, currency);
  if (change === null) return <Text as="p">{`Balance: ${money(balanceCents)} now.`}</Text>;
  const after = intent === "issue" ? addCents(balanceCents, change) : subtractCents(balanceCents, change);
  return <Text as="p">{`Balance: ${money(balanceCents)} now, ${money(after)} afterward.`}</Text>;
}
