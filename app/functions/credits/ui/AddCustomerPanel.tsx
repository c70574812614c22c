import { useFetcher } from "@remix-run/react";
import { Box, Button, ButtonGroup, FormLayout, Text } from "@shopify/polaris";
import { useEffect } from "react";
import { MOST_REFERENCE } from "~/domain/ledger/posting";
import { isMailAddress } from "~/platform/mail-address";
import { writtenCents } from "~/platform/money";
import { ActionForm } from "~/ui/form/ActionForm";
import { TextInput } from "~/ui/form/fields";
import { isAccepted } from "~/ui/OperationId";
import type { CreditsAnswer } from "../form.server";
import { DEFAULT_AMOUNT, DEFAULT_REFERENCE } from "../messages";

/** Add Customer (section 2 of the third specification text): somebody new to the list, with an opening credit. */
export default function AddCustomerPanel({ onClose }: { onClose(): void }) {
  const fetcher = useFetcher<CreditsAnswer>();
  const isTaken = fetcher.state === "idle" && isAccepted(fetcher.data);
  useEffect(() => {
    if (isTaken) onClose();
  }, [isTaken, onClose]);
  return (
    <section aria-label="Add Customer">
      <Box paddingBlockStart="300">
        <ActionForm fetcher={fetcher} hidden={{ intent: "add" }}>
          <FormLayout>
            <Text as="h2" variant="headingSm">
              Add Customer
            </Text>
            <FormLayout.Group condensed>
              <TextInput
                name="email"
                label="Email"
                type="email"
                maxLength={254}
                validate={(value) =>
                  isMailAddress(value.trim()) ? undefined : "An e-mail address, such as ana@example.com."
                }
              />
              <TextInput
                name="amount"
                label="Credit"
                inputMode="decimal"
                prefix="$"
                defaultValue={DEFAULT_AMOUNT}
                validate={(value) =>
                  /^0(\.0{1,2})?$/.test(value) || writtenCents(value) !== null
                    ? undefined
                    : "0, or an amount such as 12.50."
                }
              />
              <TextInput
                name="reference"
                label="Reference"
                maxLength={MOST_REFERENCE}
                defaultValue={DEFAULT_REFERENCE}
                validate={(value) => (value.trim() ? undefined : "What is it for?")}
              />
            </FormLayout.Group>
            <ButtonGroup>
              <Button onClick={onClose}>Cancel</Button>
              <Button submit variant="primary" loading={fetcher.state !== "idle"}>
                Submit
              </Button>
            </ButtonGroup>
          </FormLayout>
        </ActionForm>
      </Box>
    </section>
  );
}
