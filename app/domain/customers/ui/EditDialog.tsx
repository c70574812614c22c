import { BlockStack, FormLayout, Modal, Text } from "@shopify/polaris";
import { type ReactNode, useEffect, useState } from "react";
import { flushSync } from "react-dom";
import { formatInputDate, formatUsDate, isDateText } from "~/platform/dates/date-text";
import { isoDateIn } from "~/platform/dates/instant";
import { Dialog } from "~/ui/Dialog";
import { ActionForm } from "~/ui/form/ActionForm";
import { FormConflict, RefusalBanner } from "~/ui/form/ConflictBanner";
import { CheckboxInput, TextInput } from "~/ui/form/fields";
import { useDialogForm } from "~/ui/form/useDialogForm";
import { useOpenedBasis } from "~/ui/form/useOpenedBasis";
import { useFrame } from "~/ui/frame";
import { useLoad } from "~/ui/useLoad";
import type { EditField } from "../edit-fields";
import { detailUrl, type EditedCustomer, type LoadedCustomer } from "./useEditor";

interface EditDialogProps {
  customer: EditedCustomer;
  /** The call that saves it. */
  name: "customers.edit" | "national.edit";
  /** The page that saves it; without it, the page that it is opened on. */
  action?: string;
  onClose(): void;
  /** The sections. */
  children: ReactNode;
}

/**
 * The frame of each dialog that edits a customer, with the name as title, Submit and Close. Render it once the customer is loaded.
 * Close discards the input. Submit closes it when the record is saved.
 */
export function EditDialog({ customer, name, action, onClose, children }: EditDialogProps) {
  const { fetcher, form, isBusy, refusal, submit } = useDialogForm(onClose);
  const { id, displayName, values } = customer;
  const { data: latest, load } = useLoad<LoadedCustomer>();
  const isRefused = refusal?.status === 409;
  useEffect(() => {
    if (isRefused) load(detailUrl(id));
  }, [isRefused, load, id]);
  const seen = latest && "values" in latest ? latest.values : values;
  const { call, isOutdated, takeLatest } = useOpenedBasis({
    call: name,
    input: { id, seen },
    about: displayName,
  });
  const applyOnTop = () => {
    flushSync(takeLatest);
    submit();
  };
  return (
    <Dialog
      size="large"
      title={customer.displayName}
      onClose={onClose}
      primaryAction={{
        content: "Submit",
        loading: isBusy,
        onAction: submit,
      }}
      secondaryActions={[{ content: "Close", onAction: onClose }]}
    >
      <ActionForm ref={form} fetcher={fetcher} action={action} call={call}>
        {refusal?.notice && (
          <Modal.Section>
            {isRefused && isOutdated ? (
              <FormConflict notice={refusal.notice} where="" onApply={applyOnTop} />
            ) : (
              <RefusalBanner answer={refusal} />
            )}
          </Modal.Section>
        )}
        {children}
      </ActionForm>
    </Dialog>
  );
}

interface EditSectionProps {
  title?: string;
  fields: readonly EditField[];
  /** The values as they are stored. */
  values: Record<string, string>;
  /** The values as the fields show them at first: only what differs from them is sent. */
  shown: Record<string, string>;
  /** Below the fields. */
  children?: ReactNode;
}

/** One section of an edit dialog: its fields in pairs, the tick boxes last. */
export function EditSection({ title, fields, values, shown, children }: EditSectionProps) {
  const isConsent = ({ kind }: EditField) => kind === "consent";
  const rows = [...pairs(fields.filter((field) => !isConsent(field))), ...pairs(fields.filter(isConsent))];
  return (
    <Modal.Section>
      <BlockStack gap="300">
        {title && (
          <Text as="h3" variant="headingMd">
            {title}
          </Text>
        )}
        <FormLayout>
          {rows.map((pair) => (
            <FormLayout.Group key={pair[0]?.name}>
              {pair.map((field) => (
                <Field
                  key={field.name}
                  field={field}
                  isMissing={formatInputDate(values[field.name] ?? "") === ""}
                  value={shown[field.name] ?? ""}
                />
              ))}
            </FormLayout.Group>
          ))}
        </FormLayout>
        {children}
      </BlockStack>
    </Modal.Section>
  );
}

interface FieldProps {
  field: EditField;
  /** A date that is stored neither as a date nor as another text. */
  isMissing: boolean;
  value: string;
}

function Field({ field, isMissing, value }: FieldProps) {
  const { name, label, kind } = field;
  if (kind === "consent") {
    const isGiven = value === "1";
    return (
      <CheckboxInput
        name={name}
        label={label}
        defaultChecked={isGiven}
        sent={(isChecked) => changed(isChecked ? "1" : "0", isGiven ? "1" : "0")}
      />
    );
  }
  if (kind === "text")
    return (
      <TextInput
        name={name}
        label={label}
        defaultValue={value}
        maxLength={255}
        sent={(text) => changed(text, value)}
      />
    );
  return <DateField name={name} label={label} isMissing={isMissing} value={value} />;
}

/** A value that differs from the one before. Undefined, which isn't sent, when it doesn't. */
export const changed = (value: string, before: string): string | undefined =>
  value === before ? undefined : value;

/**
 * A date that is typed as it was shown is sent as typed, because a missing one is shown as today. A wrong key that is corrected isn't
 * typing a date: the field was emptied, typed over from its first digit, or held another date.
 */
function DateField({
  name,
  label,
  isMissing,
  value,
}: Omit<FieldProps, "field"> & { name: string; label: string }) {
  const [isTyped, setTyped] = useState(false);
  return (
    <TextInput
      name={name}
      label={label}
      defaultValue={value}
      placeholder="MM/DD/YYYY"
      sent={(text) => (isMissing && isTyped ? text : changed(text, value))}
      onValue={(text) => {
        if (text !== value && (/^\d?$/.test(text.trim()) || isDateText(text))) setTyped(true);
      }}
      validate={(text) => {
        // A stored text that isn't a date may stay: it isn't sent.
        if (text === value || !text.trim() || isDateText(text)) return undefined;
        return "Write the date as MM/DD/YYYY, or leave it blank.";
      }}
    />
  );
}

function pairs(fields: readonly EditField[]): EditField[][] {
  return fields.flatMap((_, index) => (index % 2 === 0 ? [fields.slice(index, index + 2)] : []));
}

/**
 * The values as the fields show them at first: dates as MM/DD/YYYY, a missing one as the shop's today; an unticked consent is blank. They
 * stay the same after midnight, so that what was shown before isn't sent as a change.
 */
export function useShownValues(
  values: Record<string, string>,
  fields: readonly EditField[],
): Record<string, string> {
  const { shop } = useFrame();
  const [shown] = useState(() => {
    const today = formatUsDate(isoDateIn(new Date(), shop.timeZone));
    return fields.map(({ name, kind }): [string, string] => {
      const value = values[name] ?? "";
      if (kind === "date") return [name, formatInputDate(value, today)];
      return [name, kind === "consent" && value !== "1" ? "" : value];
    });
  });
  return Object.fromEntries(shown);
}
