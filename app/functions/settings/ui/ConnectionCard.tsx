import { Badge, BlockStack, Button, FormLayout, InlineStack, Text } from "@shopify/polaris";
import { useState } from "react";
import type { CallAnswer } from "~/core/answer-call.server";
import {
  type ConnectionCard as Card,
  type ConnectionField,
  type FieldRow,
  MAX_ADDRESS_LENGTH,
  secretNameOf,
} from "~/core/connections/connection-card";
import type { TestStep } from "~/platform/connection-test.server";
import type { ActionAnswer } from "~/platform/notice";
import { CardForm } from "~/ui/form/CardForm";
import { SelectInput, TextInput } from "~/ui/form/fields";
import { TestSteps } from "~/ui/TestSteps";
import { useCall } from "~/ui/useCall";
import { useFetcher } from "~/ui/useFetcher";
import { settingsCall } from "../function";

/** A connection's card, and its settings without the secret. */
export interface ShownConnection {
  name: string;
  card: Card;
  settings: Record<string, string | boolean>;
}

/** The settings of a connection, with a test of the connection. The secret can be replaced but never read. */
export function ConnectionCard({ name, card, settings }: ShownConnection) {
  const { title, about, address, account = [], secret, options = [] } = card;
  const fetcher = useFetcher<ActionAnswer>();
  const test = useCall<CallAnswer>();
  const { steps } = (test.answer?.value ?? {}) as { steps?: TestStep[] };
  const stored = JSON.stringify(settings);
  // A secret that was saved isn't in the settings, but its answer is another one.
  const [tested, setTested] = useState<{ stored: string; saved: unknown }>();
  const isTested = tested?.stored === stored && tested.saved === fetcher.data;
  const hasSecret = settings[secret.storedFlag] === true;
  return (
    <CardForm
      title={title}
      about={
        <>
          {about} <ConnectionState isSetUp={settings.base_url !== ""} />
        </>
      }
      fetcher={fetcher}
      call={settingsCall(`connectors.${name}.save`, { seen: settings })}
      stored={stored}
      footer={(isDirty) => (
        <BlockStack gap="200">
          <InlineStack gap="200" blockAlign="center">
            <Button
              disabled={!hasSecret || isDirty}
              loading={test.isBusy}
              onClick={() => {
                setTested({ stored, saved: fetcher.data });
                test.run(settingsCall(`connectors.${name}.testConnection`, {}));
              }}
            >
              Test connection
            </Button>
            {isDirty && (
              <Text as="span" tone="subdued">
                The test uses the stored settings. Save your changes first.
              </Text>
            )}
          </InlineStack>
          {steps && isTested && !test.isBusy && !isDirty && <TestSteps steps={steps} />}
        </BlockStack>
      )}
    >
      <FormLayout>
        <TextInput
          {...address}
          name="base_url"
          type="url"
          defaultValue={String(settings.base_url)}
          maxLength={MAX_ADDRESS_LENGTH}
        />
        {account.length > 0 && <Rows rows={account} settings={settings} />}
        <TextInput
          name={secret.name}
          label={secret.label}
          type="password"
          autoComplete="new-password"
          maxLength={MAX_ADDRESS_LENGTH}
          helpText={
            hasSecret
              ? `${aSecret(card)} is stored. Enter a new one only to replace it.`
              : "It is stored encrypted and never shown again."
          }
        />
        {options.length > 0 && <Rows rows={options} settings={settings} />}
      </FormLayout>
    </CardForm>
  );
}

/** Whether a connection has settings. It doesn't say whether the other system answers. */
export const ConnectionState = ({ isSetUp }: { isSetUp: boolean }) =>
  isSetUp ? <Badge tone="success">Set up</Badge> : <Badge>Not set up</Badge>;

function Rows({ rows, settings }: Pick<ShownConnection, "settings"> & { rows: readonly FieldRow[] }) {
  // The layout spaces its own children only, of which this component is one.
  return (
    <BlockStack gap="400">
      {rows.map(({ title, fields }) => (
        <FormLayout.Group key={fields[0]?.name} title={title}>
          {fields.map((field) => (
            <Field key={field.name} field={field} value={String(settings[field.name])} />
          ))}
        </FormLayout.Group>
      ))}
    </BlockStack>
  );
}

function Field({ field, value }: { field: ConnectionField; value: string }) {
  const { options, pattern, initial: _, ...input } = field;
  const validate = pattern && ((text: string) => problemIn(text.trim(), pattern));
  return options ? (
    <SelectInput {...input} options={options} defaultValue={value} />
  ) : (
    <TextInput {...input} defaultValue={value} validate={validate} />
  );
}

const problemIn = (text: string, { source, message }: NonNullable<ConnectionField["pattern"]>) =>
  new RegExp(source).test(text) ? undefined : message;

/** "A key", "An API key". */
function aSecret(card: Pick<Card, "secret">): string {
  const name = secretNameOf(card);
  return `${/^[AEIOU]/.test(name) ? "An" : "A"} ${name}`;
}
