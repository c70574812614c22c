import { useFetcher } from "@remix-run/react";
import { BlockStack, Button, InlineGrid, Text } from "@shopify/polaris";
import { useEffect } from "react";
import { MOST_REFERENCE } from "~/domain/ledger/posting";
import { isMailAddress } from "~/platform/mail-address";
import { writtenCents } from "~/platform/money";
import { ActionForm } from "~/ui/form/ActionForm";
import { FormButtons } from "~/ui/form/FormButtons";
import { TextInput } from "~/ui/form/fields";
import { MoneyInput } from "~/ui/form/MoneyInput";
import { isAccepted } from "~/ui/OperationId";
import type { CreditsAnswer } from "../form.server";
import { DEFAULT_AMOUNT, DEFAULT_REFERENCE } from "../messages";
import { Panel } from "./Panel";

/** Add Customer (section 2 of the third specification text): somebody new to the list, with an opening credit. */
export default function AddCustomerPanel({ onClose }: { onClose(): void }) {
  const fetcher = useFetcher<CreditsAnswer>();
  const isTaken = fetcher.state === "idle" && isAccepted(fetcher.data);
  useEffect(() => {
    if (isTaken) onClose();
  }, [isTaken, onClose]);
  return (
    <Panel label="Add Customer">
      <ActionForm fetcher={fetcher} hidden={{ intent: "add" }}>
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
              validate={(value) =>
                isMailAddress(value.trim()) ? undefined : "An e-mail address, such as ana@example.com."
              }
            />
            <MoneyInput
              name="amount"
              label="Credit"
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
          </InlineGrid>
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
