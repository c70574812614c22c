import { BlockStack, Button, InlineGrid, Text } from "@shopify/polaris";
import { useEffect, useState } from "react";
import type { CallAnswer } from "~/core/answer-call.server";
import { MAX_REFERENCE_LENGTH } from "~/domain/ledger/posting";
import { isMailAddress } from "~/platform/mail-address";
import { type Cents, NO_CENTS } from "~/platform/money/cents";
import { parseAmountOrZero } from "~/platform/money/decimal";
import { ActionForm, FormButtons } from "~/ui/form/ActionForm";
import { MoneyInput, TextInput } from "~/ui/form/fields";
import { useFrame } from "~/ui/frame";
import { isAccepted } from "~/ui/OperationId";
import { AS_JSON } from "~/ui/useCall";
import { useFetcher } from "~/ui/useFetcher";
import { creditCall } from "../function";
import { DEFAULT_AMOUNT, DEFAULT_REFERENCE } from "../messages";
import { amountProblem, Panel, PostingSum } from "./Panel";
import { RepetitionBanner } from "./RepetitionBanner";

interface AddCustomerPanelProps {
  /** What the store owes all its customers now. */
  owedCents: Cents;
  onClose(): void;
}

/** Adds a customer to the list, with an opening credit. */
export default function AddCustomerPanel({ owedCents, onClose }: AddCustomerPanelProps) {
  const { currency } = useFrame().shop;
  const fetcher = useFetcher<CallAnswer>();
  const [email, setEmail] = useState("");
  const [amountText, setAmountText] = useState("");
  const [reference, setReference] = useState("");
  // Before the list is read again: the banner is shown by then, and the button that opened the panel would close it.
  const isTaken = isAccepted(fetcher.data);
  useEffect(() => {
    if (isTaken) onClose();
  }, [isTaken, onClose]);
  return (
    <Panel label="Add Customer">
      <ActionForm fetcher={fetcher} call={addCall({})}>
        <BlockStack gap="300">
          <Text as="h2" variant="headingSm">
            Add Customer
          </Text>
          <InlineGrid columns={{ xs: 1, sm: 3 }} gap="300">
            <TextInput
              name="email"
              label="Email"
              type="email"
              maxLength={254}
              onValue={setEmail}
              validate={(value) =>
                isMailAddress(value.trim()) ? undefined : "Enter an email address, such as ana@example.com."
              }
            />
            <MoneyInput
              name="amount"
              label="Credit"
              defaultValue={DEFAULT_AMOUNT}
              onValue={setAmountText}
              validate={(value) =>
                parseAmountOrZero(value, currency) === NO_CENTS ? undefined : amountProblem(value, currency)
              }
            />
            <TextInput
              name="reference"
              label="Reference"
              maxLength={MAX_REFERENCE_LENGTH}
              defaultValue={DEFAULT_REFERENCE}
              onValue={setReference}
              validate={(value) => (value.trim() ? undefined : "Enter a reference.")}
            />
          </InlineGrid>
          <PostingSum intent="issue" amount={amountText} customers={1} owedCents={owedCents} />
          <RepetitionBanner
            answer={fetcher.data as CallAnswer | undefined}
            isBusy={fetcher.state !== "idle"}
            current={addCall({ email, amount: amountText, reference })}
            onConfirm={(call) => fetcher.submit(call as never, AS_JSON)}
          />
          <FormButtons>
            <Button onClick={onClose}>Cancel</Button>
            <Button submit variant="primary" loading={fetcher.state !== "idle"}>
              Submit
            </Button>
          </FormButtons>
        </BlockStack>
      </ActionForm>
    </Panel>
  );
}

/** A form asks first whether the customer is listed already. */
const addCall = (fields: { email?: string; amount?: string; reference?: string }) =>
  creditCall("credits.addCustomer", { body: { ...fields, onRepeat: "ask" } });
