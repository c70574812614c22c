import { useFetcher } from "@remix-run/react";
import { BlockStack, FormLayout, Modal, Text, TextField } from "@shopify/polaris";
import { useEffect, useRef } from "react";
import { type EditField, PROFILE_FIELDS, STP_FIELDS } from "~/domain/customers/edit-fields";
import { formatMoney } from "~/platform/money";
import type { ActionAnswer } from "~/platform/notice";
import { isDay, writtenDay } from "~/platform/written-day";
import { ActionForm } from "~/ui/form/ActionForm";
import { CheckboxInput, TextInput } from "~/ui/form/fields";
import { useFrame } from "~/ui/frame";
import { isAccepted } from "~/ui/OperationId";
import { useHoldRefresh } from "~/ui/realtime/useRealtime";
import type { Registration } from "../status";

/** What the dialog needs to know of a customer: the answer of `GET /api/customer/{id}`. */
export interface EditedCustomer {
  id: string;
  displayName: string;
  amountSpentCents: number;
  values: Record<string, string>;
}

interface EditDialogProps {
  customer: EditedCustomer;
  registration: Registration;
  onClose(): void;
}

/**
 * The edit dialog of section 2.3 of the first specification text, sections STP and Profile. Render it once the customer is
 * loaded; Close forgets what was entered, Submit closes it when the record is saved.
 */
export default function EditDialog({ customer, registration, onClose }: EditDialogProps) {
  const fetcher = useFetcher<ActionAnswer>();
  const form = useRef<HTMLFormElement>(null);
  const { shop } = useFrame();
  useHoldRefresh(true);
  const saved = fetcher.state === "idle" && isAccepted(fetcher.data);
  useEffect(() => {
    if (saved) onClose();
  }, [saved, onClose]);

  const shown = shownValues(customer.values, registration);
  const hidden = {
    intent: "edit",
    customerId: customer.id,
    name: customer.displayName,
    seen: JSON.stringify(customer.values),
    shown: JSON.stringify(shown),
  };
  return (
    <Modal
      open
      size="large"
      title={customer.displayName}
      onClose={onClose}
      primaryAction={{
        content: "Submit",
        loading: fetcher.state !== "idle",
        onAction: () => form.current?.requestSubmit(),
      }}
      secondaryActions={[{ content: "Close", onAction: onClose }]}
    >
      <ActionForm ref={form} fetcher={fetcher} hidden={hidden}>
        <Modal.Section>
          <BlockStack gap="300">
            <Text as="h3" variant="headingMd">
              STP
            </Text>
            <Fields fields={STP_FIELDS} shown={shown} />
            {registration === "student" && (
              <FormLayout>
                <FormLayout.Group>
                  <TextInput
                    name="limit"
                    label="Discount Limit for students"
                    inputMode="numeric"
                    defaultValue={shown.limit}
                    validate={(value) => (/^\d*$/.test(value) ? undefined : "Only digits, or nothing.")}
                  />
                  <TextField
                    label="Amount Spent"
                    autoComplete="off"
                    readOnly
                    value={formatMoney(customer.amountSpentCents, shop.currency)}
                  />
                </FormLayout.Group>
              </FormLayout>
            )}
          </BlockStack>
        </Modal.Section>
        <Modal.Section>
          <BlockStack gap="300">
            <Text as="h3" variant="headingMd">
              Profile
            </Text>
            <Fields fields={PROFILE_FIELDS} shown={shown} />
          </BlockStack>
        </Modal.Section>
      </ActionForm>
    </Modal>
  );
}

function Fields({ fields, shown }: { fields: readonly EditField[]; shown: Record<string, string> }) {
  const isConsent = ({ kind }: EditField) => kind === "consent";
  const rows = [...pairs(fields.filter((field) => !isConsent(field))), ...pairs(fields.filter(isConsent))];
  return (
    <FormLayout>
      {rows.map((pair) => (
        <FormLayout.Group key={pair[0]?.name}>
          {pair.map((field) => (
            <Field key={field.name} field={field} value={shown[field.name] ?? ""} />
          ))}
        </FormLayout.Group>
      ))}
    </FormLayout>
  );
}

function Field({ field, value }: { field: EditField; value: string }) {
  const { name, label, kind } = field;
  if (kind === "consent")
    return <CheckboxInput name={name} label={label} value="1" defaultChecked={value === "1"} />;
  if (kind === "text") return <TextInput name={name} label={label} defaultValue={value} maxLength={255} />;
  return (
    <TextInput
      name={name}
      label={label}
      defaultValue={value}
      placeholder="MM/DD/YYYY"
      validate={(text) =>
        !text.trim() || isDay(text) ? undefined : "Write the date as MM/DD/YYYY, or leave it empty."
      }
    />
  );
}

function pairs(fields: readonly EditField[]): EditField[][] {
  return fields.flatMap((_, index) => (index % 2 === 0 ? [fields.slice(index, index + 2)] : []));
}

/** The values as the fields show them at first: dates as MM/DD/YYYY, a missing one as today; an unticked consent is blank. */
function shownValues(values: Record<string, string>, registration: Registration): Record<string, string> {
  const today = new Date();
  const shown = [...STP_FIELDS, ...PROFILE_FIELDS].map(({ name, kind }): [string, string] => {
    const value = values[name] ?? "";
    if (kind === "date") return [name, writtenDay(value, today)];
    return [name, kind === "consent" && value !== "1" ? "" : value];
  });
  return Object.fromEntries(registration === "student" ? [...shown, ["limit", values.limit ?? ""]] : shown);
}
