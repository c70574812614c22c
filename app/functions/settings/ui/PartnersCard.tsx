import { BlockStack, Button, FormLayout, InlineStack } from "@shopify/polaris";
import { DeleteIcon } from "@shopify/polaris-icons";
import { useEffect, useRef, useState } from "react";
import {
  HANDLE_NOT_VALID,
  isPartnerHandle,
  MAX_PARTNER_LENGTH,
  PARTNER_NAME_NOT_VALID,
} from "~/domain/codes/code-tags";
import type { Partner } from "~/domain/codes/schemas";
import type { ActionAnswer } from "~/platform/notice";
import { CardForm } from "~/ui/form/CardForm";
import { TextInput } from "~/ui/form/fields";
import { useForm } from "~/ui/form/form-context";
import { StoredList } from "~/ui/form/StoredList";
import { useFetcher } from "~/ui/useFetcher";
import { settingsCall } from "../function";

/** The partners of registration codes. */
export function PartnersCard({ partners }: { partners: readonly Partner[] }) {
  const fetcher = useFetcher<ActionAnswer>();
  return (
    <CardForm
      title="Partners"
      about="Registration codes are issued to partners. New codes have the first one. A partner with codes can't be removed."
      fetcher={fetcher}
      call={({ name = {}, handle = {} }) =>
        settingsCall("partners.save", {
          list: listOf(name as Column, handle as Column),
          seen: [...partners],
        })
      }
      stored={JSON.stringify(partners)}
    >
      <PartnerRows partners={partners} />
    </CardForm>
  );
}

/** The texts of a field, by the number of the row. Numbers ascend in the order of the rows. */
type Column = Readonly<Record<string, string>>;

const listOf = (names: Column, handles: Column): Partner[] =>
  Object.entries(names).map(([row, name]) => ({ name, handle: handles[row] ?? "" }));

/** An editable list. Its fields are numbered from 0. */
function PartnerRows({ partners }: { partners: readonly Partner[] }) {
  const [rows, setRows] = useState(() => partners.map((partner, key) => ({ ...partner, key })));
  const [nextKey, setNextKey] = useState(partners.length);
  const { busy } = useForm();
  const list = useRef<HTMLDivElement>(null);
  // A row that was added or removed is an unsaved change too, but no field of the form has changed.
  // biome-ignore lint/correctness/useExhaustiveDependencies: it is about the number of rows
  useEffect(() => {
    list.current?.dispatchEvent(new Event("change", { bubbles: true }));
  }, [rows.length]);
  return (
    <div ref={list}>
      <BlockStack gap="300">
        <StoredList
          items={partners.map(({ handle, name }) => ({ id: handle, text: `${name} (${handle})` }))}
        />
        {rows.map(({ key, handle, name }, index) => (
          <InlineStack key={key} gap="200" blockAlign="end" wrap={false}>
            <FormLayout>
              <FormLayout.Group condensed>
                <TextInput
                  name={`name.${key}`}
                  label={`Name of partner ${index + 1}`}
                  defaultValue={name}
                  maxLength={MAX_PARTNER_LENGTH}
                  validate={(text) => (text.trim() ? undefined : PARTNER_NAME_NOT_VALID)}
                />
                <TextInput
                  name={`handle.${key}`}
                  label={`Handle of partner ${index + 1}`}
                  defaultValue={handle}
                  maxLength={MAX_PARTNER_LENGTH}
                  placeholder="guest-events"
                  validate={(text) => (isPartnerHandle(text.trim()) ? undefined : HANDLE_NOT_VALID)}
                />
              </FormLayout.Group>
            </FormLayout>
            <Button
              icon={DeleteIcon}
              variant="tertiary"
              accessibilityLabel={`Remove partner ${name || index + 1}`}
              disabled={busy}
              onClick={() => setRows(rows.filter((row) => row.key !== key))}
            />
          </InlineStack>
        ))}
        <InlineStack>
          <Button
            disabled={busy}
            onClick={() => {
              setRows([...rows, { key: nextKey, handle: "", name: "" }]);
              setNextKey(nextKey + 1);
            }}
          >
            Add partner
          </Button>
        </InlineStack>
      </BlockStack>
    </div>
  );
}
