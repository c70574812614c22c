import { useFetcher } from "@remix-run/react";
import { Button, FormLayout, InlineStack } from "@shopify/polaris";
import { US_STATES } from "~/domain/ups/us-states";
import type { ActionAnswer } from "~/platform/notice";
import { CardForm } from "~/ui/form/CardForm";
import { SelectInput, TextInput } from "~/ui/form/fields";
import { useOperation } from "~/ui/useOperation";

const ACTION = "/settings/ups";

/** How UPS is set up, without the secret. */
export interface UpsSettings {
  base_url: string;
  accountNumber: string;
  clientId: string;
  service: string;
  packaging: string;
  returnName: string;
  returnAddress: string;
  returnCity: string;
  returnState: string;
  returnZip: string;
  returnPhone: string;
  hasSecret: boolean;
}

const UPS_ADDRESS = "https://onlinetools.ups.com";
const SERVICES = [
  { label: "UPS Ground", value: "03" },
  { label: "UPS 3 Day Select", value: "12" },
  { label: "UPS 2nd Day Air", value: "02" },
  { label: "UPS Next Day Air", value: "01" },
];
const PACKAGINGS = [
  { label: "Customer's own package", value: "02" },
  { label: "UPS Pak", value: "04" },
  { label: "UPS Express Box", value: "21" },
];
const STATES = Object.entries(US_STATES).map(([value, label]) => ({ value, label }));

/** The shop's UPS account, what is bought for returns, and where they are sent. The secret can be replaced but never read. */
export function UpsCard({ ups }: { ups: UpsSettings }) {
  const fetcher = useFetcher<ActionAnswer>();
  const test = useOperation();
  return (
    <CardForm
      title="UPS"
      about="The carrier of returns. Leave the address empty to turn it off."
      fetcher={fetcher}
      action={ACTION}
      hidden={{ intent: "save" }}
      // After a save the secret is empty again.
      stored={`${JSON.stringify(ups)} ${fetcher.data?.notice?.text}`}
    >
      <FormLayout>
        <TextInput
          name="base_url"
          label="Address of UPS"
          type="url"
          placeholder={UPS_ADDRESS}
          defaultValue={ups.base_url}
          maxLength={500}
          helpText={`${UPS_ADDRESS} buys labels. https://wwwcie.ups.com is UPS's test system.`}
        />
        <FormLayout.Group>
          <TextInput
            name="accountNumber"
            label="Account number"
            defaultValue={ups.accountNumber}
            maxLength={6}
          />
          <TextInput name="clientId" label="Client id" defaultValue={ups.clientId} maxLength={200} />
        </FormLayout.Group>
        <TextInput
          name="clientSecret"
          label="Client secret"
          type="password"
          autoComplete="new-password"
          maxLength={500}
          helpText={
            ups.hasSecret
              ? "A secret is stored. Enter a new one only to replace it."
              : "It is stored encrypted and never shown again."
          }
        />
        <FormLayout.Group>
          <SelectInput name="service" label="Service" options={SERVICES} defaultValue={ups.service || "03"} />
          <SelectInput
            name="packaging"
            label="Package"
            options={PACKAGINGS}
            defaultValue={ups.packaging || "02"}
          />
        </FormLayout.Group>
        <FormLayout.Group title="Returns are sent to">
          <TextInput name="returnName" label="Name" defaultValue={ups.returnName} maxLength={35} />
          <TextInput name="returnAddress" label="Street" defaultValue={ups.returnAddress} maxLength={35} />
        </FormLayout.Group>
        <FormLayout.Group>
          <TextInput name="returnCity" label="City" defaultValue={ups.returnCity} maxLength={30} />
          <SelectInput
            name="returnState"
            label="State"
            options={STATES}
            defaultValue={ups.returnState || "MD"}
          />
        </FormLayout.Group>
        <FormLayout.Group>
          <TextInput name="returnZip" label="ZIP code" defaultValue={ups.returnZip} maxLength={10} />
          <TextInput
            name="returnPhone"
            label="Phone"
            type="tel"
            defaultValue={ups.returnPhone}
            maxLength={15}
          />
        </FormLayout.Group>
      </FormLayout>
      <InlineStack>
        <Button
          disabled={!ups.hasSecret}
          loading={test.isBusy}
          onClick={() => test.run({ intent: "test" }, ACTION)}
        >
          Test connection
        </Button>
      </InlineStack>
    </CardForm>
  );
}
