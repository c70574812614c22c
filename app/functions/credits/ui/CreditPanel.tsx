import { BlockStack, Button, InlineGrid, InlineStack, Text } from "@shopify/polaris";
import { useState } from "react";
import type { CallAnswer } from "~/core/answer-call.server";
import type { Cents } from "~/platform/money/cents";
import { pluralize } from "~/platform/text/pluralize";
import { ActionForm, FormButtons } from "~/ui/form/ActionForm";
import { MoneyInput } from "~/ui/form/fields";
import { useFrame } from "~/ui/frame";
import { AS_JSON } from "~/ui/useCall";
import { useFetcher } from "~/ui/useFetcher";
import { creditCall } from "../function";
import { DEFAULT_AMOUNT, DEFAULT_REFERENCE, namesInWords } from "../messages";
import type { CustomerRow } from "./cells";
import { ExpirationInput, ReferenceInput } from "./inputs";
import { amountProblem, Panel, PostingSum } from "./Panel";
import { RepetitionBanner } from "./RepetitionBanner";
import { type PostedRequest, usePosted } from "./use-posted";

interface CreditPanelProps {
  intent: "issue" | "adjust";
  selected: readonly CustomerRow[];
  isTooMany: boolean;
  /** What the store owes all its customers now. */
  owedCents: Cents;
  onPosted(request: PostedRequest): void;
  onCancel(): void;
}

const WORDS = {
  issue: { title: "Issue Credit", amount: "Credit", call: "credits.issueCredits" },
  adjust: { title: "Adjust Balance", amount: "Adjustment", call: "credits.adjustBalances" },
} as const;

/** How many of the selected customers are named. */
const MAX_NAMED = 4;

/**
 * Issue Credit or Adjust Balance for the selected customers. The fields have defaults while no customer is selected, and changing the
 * selection clears them.
 */
export default function CreditPanel(props: CreditPanelProps) {
  const { intent, selected, isTooMany, owedCents, onPosted, onCancel } = props;
  const { currency } = useFrame().shop;
  const fetcher = useFetcher<CallAnswer>();
  const { title, amount, call } = WORDS[intent];
  const [amountText, setAmountText] = useState("");
  const [reference, setReference] = useState("");
  const [expirationDate, setExpirationDate] = useState("");
  const answer = fetcher.data as CallAnswer | undefined;
  usePosted(answer, onPosted);

  const isEmpty = selected.length === 0;
  // Selected customers may be on other pages, so they are named here.
  const named = namesInWords(selected.slice(0, MAX_NAMED), selected.length);
  const customers = selected.length > 1 ? `${pluralize(selected.length, "customer")}, each: ${named}` : named;
  const hint = isEmpty ? "Select customers in the list." : `For ${customers}.`;
  const ids = selected.map(({ id }) => id).join(",");
  const posting = { ids, onRepeat: "ask" } as const;
  const expires = intent === "issue" && { expirationDate };
  return (
    <Panel label={title}>
      <ActionForm fetcher={fetcher} call={creditCall(call, { body: posting })}>
        <BlockStack gap="300">
          <Text as="h2" variant="headingSm">
            {title}
          </Text>
          <InlineGrid columns={{ xs: 1, sm: 3 }} gap="300" key={ids}>
            <MoneyInput
              name="amount"
              label={amount}
              defaultValue={isEmpty ? DEFAULT_AMOUNT : ""}
              onValue={setAmountText}
              validate={(value) => (isEmpty ? undefined : amountProblem(value, currency))}
            />
            <ReferenceInput defaultValue={isEmpty ? DEFAULT_REFERENCE : ""} onValue={setReference} />
            {intent === "issue" && <ExpirationInput onValue={setExpirationDate} />}
          </InlineGrid>
          <PostingSum intent={intent} amount={amountText} customers={selected.length} owedCents={owedCents} />
          <RepetitionBanner
            answer={answer}
            isBusy={fetcher.state !== "idle"}
            current={creditCall(call, {
              body: { ...posting, amount: amountText, reference, ...expires },
            })}
            onConfirm={(confirmed) => fetcher.submit(confirmed as never, AS_JSON)}
          />
          <InlineStack gap="300" blockAlign="center">
            <FormButtons>
              <Button onClick={onCancel}>Cancel</Button>
              <Button
                submit
                variant="primary"
                disabled={isEmpty || isTooMany}
                loading={fetcher.state !== "idle"}
              >
                Submit
              </Button>
            </FormButtons>
            <Text as="span" tone="subdued">
              {hint}
            </Text>
          </InlineStack>
        </BlockStack>
      </ActionForm>
    </Panel>
  );
}
