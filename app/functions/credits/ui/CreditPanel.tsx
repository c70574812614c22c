import { useFetcher } from "@remix-run/react";
import { BlockStack, Button, InlineGrid, InlineStack, Text } from "@shopify/polaris";
import { MOST_REFERENCE } from "~/domain/ledger/posting";
import { writtenCents } from "~/platform/money";
import { ActionForm } from "~/ui/form/ActionForm";
import { DayInput } from "~/ui/form/DayInput";
import { FormButtons } from "~/ui/form/FormButtons";
import { TextInput } from "~/ui/form/fields";
import { MoneyInput } from "~/ui/form/MoneyInput";
import type { CreditsAnswer, PostedRequest } from "../form.server";
import { customersInWords, DEFAULT_AMOUNT, DEFAULT_REFERENCE, namesInWords } from "../messages";
import type { CustomerRow } from "./ManageCredits";
import { Panel } from "./Panel";
import { usePosted } from "./use-posted";

interface CreditPanelProps {
  intent: "issue" | "adjust";
  selected: readonly CustomerRow[];
  isTooMany: boolean;
  onPosted(request: PostedRequest): void;
  onCancel(): void;
}

const WORDS = {
  issue: { title: "Issue Credit", amount: "Credit" },
  adjust: { title: "Adjust Balance", amount: "Adjustment" },
} as const;

/** So many of the selected are named. */
const NAMED = 4;

/**
 * Issue Credit, or Adjust Balance, for the selected customers (section 2 of the third specification text): the fields have defaults
 * while nobody is selected, and changing the selection clears them.
 */
export default function CreditPanel({ intent, selected, isTooMany, onPosted, onCancel }: CreditPanelProps) {
  const fetcher = useFetcher<CreditsAnswer>();
  const { title, amount } = WORDS[intent];
  usePosted(fetcher, onPosted);

  const isNobody = selected.length === 0;
  // They may stand on pages that are not shown: whoever gives money away sees to whom.
  const named = namesInWords(selected.slice(0, NAMED), selected.length);
  const whom = isNobody
    ? "Select customers in the list."
    : `For ${customersInWords(selected.length)}, each: ${named}.`;
  const fieldsKey = selected.map(({ id }) => id).join(",");
  return (
    <Panel label={title}>
      <ActionForm fetcher={fetcher} hidden={{ intent, ids: fieldsKey }}>
        <BlockStack gap="300">
          <Text as="h2" variant="headingSm">
            {title}
          </Text>
          <InlineGrid columns={{ xs: 1, sm: 3 }} gap="300" key={fieldsKey}>
            <MoneyInput
              name="amount"
              label={amount}
              defaultValue={isNobody ? DEFAULT_AMOUNT : ""}
              validate={(value) =>
                isNobody || writtenCents(value) !== null ? undefined : "An amount above 0, such as 12.50."
              }
            />
            <TextInput
              name="reference"
              label="Reference"
              maxLength={MOST_REFERENCE}
              defaultValue={isNobody ? DEFAULT_REFERENCE : ""}
              validate={(value) => (value.trim() ? undefined : "What is it for?")}
            />
            {intent === "issue" && (
              <DayInput
                name="expirationDate"
                label="Expires (optional)"
                defaultDay=""
                optional
                problem="A day, MM/DD/YYYY."
                helpText="Good until the end of this day (UTC)."
              />
            )}
          </InlineGrid>
          <InlineStack gap="300" blockAlign="center">
            <FormButtons>
              <Button onClick={onCancel}>Cancel</Button>
              <Button
                submit
                variant="primary"
                disabled={isNobody || isTooMany}
                loading={fetcher.state !== "idle"}
              >
                Submit
              </Button>
            </FormButtons>
            <Text as="span" tone="subdued">
              {whom}
            </Text>
          </InlineStack>
        </BlockStack>
      </ActionForm>
    </Panel>
  );
}
