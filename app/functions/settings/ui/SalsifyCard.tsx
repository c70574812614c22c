import { useFetcher } from "@remix-run/react";
import { Button, InlineStack } from "@shopify/polaris";
import type { ActionAnswer } from "~/platform/notice";
import { CardForm } from "~/ui/form/CardForm";
import { TextInput } from "~/ui/form/fields";
import { useOperation } from "~/ui/useOperation";

const ACTION = "/settings/salsify";

export interface SalsifyCardProps {
  salsify: {
    base_url: string;
    organization: string;
    skuProperty: string;
    mediaProperties: string;
    hasToken: boolean;
  };
}

/** Where the shop's Salsify is and what is read from it. Its token can be replaced but never read. */
export function SalsifyCard({ salsify }: SalsifyCardProps) {
  const fetcher = useFetcher<ActionAnswer>();
  const test = useOperation();
  return (
    <CardForm
      title="Salsify"
      about="The system for product content that Product Media is synced from. Leave the address empty to turn it off."
      fetcher={fetcher}
      action={ACTION}
      hidden={{ intent: "save" }}
      // After a save the token is empty again.
      stored={`${JSON.stringify(salsify)} ${fetcher.data?.notice?.text}`}
    >
      <TextInput
        name="base_url"
        label="Address"
        type="url"
        placeholder="https://app.salsify.com/api"
        defaultValue={salsify.base_url}
        maxLength={500}
      />
      <TextInput
        name="organization"
        label="Organization"
        placeholder="s-00000000-0000-0000-0000-000000000000"
        defaultValue={salsify.organization}
        maxLength={500}
        helpText="It is in the address of each page in Salsify, after /orgs/."
      />
      <TextInput
        name="skuProperty"
        label="Property with the SKU"
        placeholder="SKU"
        defaultValue={salsify.skuProperty}
        maxLength={500}
      />
      <TextInput
        name="mediaProperties"
        label="Properties with media"
        placeholder="Main Image, Images"
        defaultValue={salsify.mediaProperties}
        maxLength={500}
        helpText="Separated by commas. Their values are addresses of pictures and videos."
      />
      <TextInput
        name="token"
        label="Token"
        type="password"
        autoComplete="new-password"
        maxLength={500}
        helpText={
          salsify.hasToken
            ? "A token is stored. Enter a new one only to replace it."
            : "It is stored encrypted and never shown again."
        }
      />
      <InlineStack>
        <Button
          disabled={!salsify.hasToken}
          loading={test.isBusy}
          onClick={() => test.run({ intent: "test" }, ACTION)}
        >
          Test connection
        </Button>
      </InlineStack>
    </CardForm>
  );
}
