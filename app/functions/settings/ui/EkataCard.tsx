import { useFetcher } from "@remix-run/react";
import { Button, FormLayout, InlineStack } from "@shopify/polaris";
import { SCORE_NOT_VALID } from "~/domain/ekata/messages";
import type { ActionAnswer } from "~/platform/notice";
import { CardForm } from "~/ui/form/CardForm";
import { TextInput } from "~/ui/form/fields";
import { useOperation } from "~/ui/useOperation";

const ACTION = "/settings/ekata";

export interface EkataCardProps {
  ekata: { base_url: string; mediumFrom: string; highFrom: string; hasKey: boolean };
}

const scoreProblem = (text: string) =>
  /^\d{1,3}$/.test(text.trim()) && Number(text) >= 1 && Number(text) <= 500 ? undefined : SCORE_NOT_VALID;

/** Where Ekata answers, and from which scores on a risk is medium or high. The key can be replaced but never read. */
export function EkataCard({ ekata }: EkataCardProps) {
  const fetcher = useFetcher<ActionAnswer>();
  const test = useOperation();
  return (
    <CardForm
      title="Ekata"
      about="Assesses the fraud risk of orders. Names, addresses, phone numbers and the IP address of the assessed orders are sent to it. Leave the address empty to turn it off."
      fetcher={fetcher}
      action={ACTION}
      hidden={{ intent: "save" }}
      // After a save the key is empty again.
      stored={`${JSON.stringify(ekata)} ${fetcher.data?.notice?.text}`}
    >
      <TextInput
        name="base_url"
        label="Address"
        type="url"
        placeholder="https://api.ekata.com"
        defaultValue={ekata.base_url}
        maxLength={500}
      />
      <TextInput
        name="key"
        label="Key"
        type="password"
        autoComplete="new-password"
        maxLength={500}
        helpText={
          ekata.hasKey
            ? "A key is stored. Enter a new one only to replace it."
            : "It is stored encrypted and never shown again."
        }
      />
      <FormLayout>
        <FormLayout.Group>
          <TextInput
            name="mediumFrom"
            label="Medium risk from score"
            defaultValue={ekata.mediumFrom}
            inputMode="numeric"
            maxLength={3}
            validate={scoreProblem}
          />
          <TextInput
            name="highFrom"
            label="High risk from score"
            defaultValue={ekata.highFrom}
            inputMode="numeric"
            maxLength={3}
            helpText="The identity risk score is 0 to 500."
            validate={scoreProblem}
          />
        </FormLayout.Group>
      </FormLayout>
      <InlineStack>
        <Button
          disabled={!ekata.hasKey}
          loading={test.isBusy}
          onClick={() => test.run({ intent: "test" }, ACTION)}
        >
          Test connection
        </Button>
      </InlineStack>
    </CardForm>
  );
}
