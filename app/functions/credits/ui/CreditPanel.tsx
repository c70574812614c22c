import { useFetcher } from "@remix-run/react";
import { Box, Button, ButtonGroup, FormLayout, InlineStack, Text } from "@shopify/polaris";
import { useEffect, useRef } from "react";
import { MOST_REFERENCE } from "~/domain/ledger/posting";
import { writtenCents } from "~/platform/money";
import { ActionForm } from "~/ui/form/ActionForm";
import { TextInput } from "~/ui/form/fields";
import type { CreditsAnswer, PostedRequest } from "../form.server";
import { customersInWords, DEFAULT_AMOUNT, DEFAULT_REFERENCE } from "../messages";
import type { CustomerRow } from "./ManageCredits";

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

/**
 * Issue Credit, or Adjust Balance, for the selected customers (section 2 of the third specification text): the fields have defaults
 * while nobody is selected, and changing the selection clears them.
 */
export default function CreditPanel({ intent, selected, isTooMany, onPosted, onCancel }: CreditPanelProps) {
  const fetcher = useFetcher<CreditsAnswer>();
  const told = useRef<PostedRequest>();
  const { title, amount } = WORDS[intent];
  const posted = fetcher.state === "idle" ? fetcher.data?.posted : undefined;
  useEffect(() => {
    if (!posted || told.current === posted) return;
    told.current = posted;
    onPosted(posted);
  }, [posted, onPosted]);

  const isNobody = selected.length === 0;
  const whom = isNobody ? "Select customers in the list." : `For ${customersInWords(selected.length)}, each.`;
  const fieldsKey = selected.map(({ id }) => id).join(",");
  return (
    <section aria-label={title}>
      <Box paddingBlockStart="300">
        <ActionForm fetcher={fetcher} hidden={{ intent, ids: fieldsKey }}>
          <FormLayout>
            <Text as="h2" variant="headingSm">
              {title}
            </Text>
            <FormLayout.Group condensed key={fieldsKey}>
              <TextInput
                name="amount"
                label={amount}
                inputMode="decimal"
                prefix="$"
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
                <TextInput
                  name="expirationDate"
                  label="Expires (optional)"
                  type="date"
                  helpText="Good until the end of this day (UTC)."
                />
              )}
            </FormLayout.Group>
            <InlineStack gap="300" blockAlign="center">
              <ButtonGroup>
                <Button onClick={onCancel}>Cancel</Button>
                <Button
                  submit
                  variant="primary"
                  disabled={isNobody || isTooMany}
                  loading={fetcher.state !== "idle"}
                >
                  Submit
                </Button>
              </ButtonGroup>
              <Text as="span" tone="subdued">
                {whom}
              </Text>
            </InlineStack>
          </FormLayout>
        </ActionForm>
      </Box>
    </section>
  );
}
