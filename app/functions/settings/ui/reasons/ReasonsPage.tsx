import {
  BlockStack,
  Box,
  Button,
  ButtonGroup,
  Checkbox,
  InlineStack,
  Text,
  TextField,
} from "@shopify/polaris";
import { ArrowDownIcon, ArrowUpIcon, DeleteIcon } from "@shopify/polaris-icons";
import { useEffect, useRef, useState } from "react";
import {
  MAX_LABEL_LENGTH,
  MAX_REASONS,
  MAX_TEXT_LENGTH,
  type Reason,
  type ReasonKind,
} from "~/domain/registrations/reasons/reason";
import type { ActionAnswer } from "~/platform/notice";
import { FormPage } from "~/ui/FormPage";
import { useFieldError, useForm } from "~/ui/form/form-context";
import { StoredList } from "~/ui/form/StoredList";
import { useListRefresh } from "~/ui/realtime/useRealtime";
import { useFetcher } from "~/ui/useFetcher";
import { settingsCall } from "../../function";

interface ReasonsPageProps {
  kind: ReasonKind;
  reasons: readonly Reason[];
  version: string;
}

const WORDS: Record<ReasonKind, { title: string; subtitle: string; add: string }> = {
  reject: {
    title: "Reject reasons",
    subtitle:
      "Offered in this order when a registration is rejected. Decisions keep the reason's text from that time.",
    add: "Add a reason",
  },
  question: {
    title: "Texts for questions",
    subtitle:
      "Offered in this order when a customer is asked for information. You can edit them before you send them.",
    add: "Add a text",
  },
};

/** The owner's list: texts, order, and which are active. */
export function ReasonsPage({ kind, reasons, version }: ReasonsPageProps) {
  const fetcher = useFetcher<ActionAnswer>();
  const { title, subtitle } = WORDS[kind];
  useListRefresh("reasons");
  return (
    <FormPage
      title={title}
      subtitle={subtitle}
      backAction={{ content: "Registrations", url: "/settings/registrations" }}
      fetcher={fetcher}
      call={settingsCall("reasons.save", { kind, version })}
    >
      <Editor kind={kind} saved={reasons} />
    </FormPage>
  );
}

/** A reason in the form. The key stays when the order changes. */
interface Draft extends Reason {
  key: string;
  isNew: boolean;
}

function Editor({ kind, saved }: { kind: ReasonKind; saved: readonly Reason[] }) {
  const [drafts, setDrafts] = useState<readonly Draft[]>(() =>
    saved.map((reason) => ({ ...reason, key: reason.code, isNew: false })),
  );
  const { busy, provide } = useForm();
  useEffect(() => provide("reasons", drafts.map(reasonOf)), [provide, drafts]);
  const list = useRef<HTMLDivElement>(null);
  const isFirst = useRef(true);
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs for each change of the list
  useEffect(() => {
    // The save bar listens for form events, and moving and removing dispatch none.
    if (!isFirst.current) list.current?.dispatchEvent(new Event("change", { bubbles: true }));
    isFirst.current = false;
  }, [drafts]);

  const change = (key: string, words: Partial<Reason>) =>
    setDrafts(drafts.map((draft) => (draft.key === key ? { ...draft, ...words } : draft)));
  const move = (index: number, by: number) => {
    const reordered = [...drafts];
    const [one] = reordered.splice(index, 1);
    if (one) reordered.splice(index + by, 0, one);
    setDrafts(reordered);
  };
  const add = () =>
    setDrafts([
      ...drafts,
      { key: crypto.randomUUID(), isNew: true, code: "", label: "", text: "", active: true },
    ]);

  return (
    <div ref={list}>
      {/* For the save bar, which compares the form's content. */}
      <input type="hidden" name="reasons" value={JSON.stringify(drafts.map(reasonOf))} />
      <StoredList
        items={saved.map(({ code, label, text, active }) => ({
          id: code,
          text: `${label}${active ? "" : " (not active)"}: ${text}`,
        }))}
      />
      {drafts.length === 0 && (
        <Text as="p" tone="subdued">
          The list is empty.
        </Text>
      )}
      {drafts.map((draft, index) => (
        <ReasonFields
          key={draft.key}
          field={draft.key}
          reason={draft}
          place={index + 1}
          isCodeTaken={drafts.some((other) => other !== draft && other.code === draft.code)}
          isCodeFixed={!draft.isNew}
          onChange={(words) => change(draft.key, words)}
          onUp={index > 0 ? () => move(index, -1) : undefined}
          onDown={index < drafts.length - 1 ? () => move(index, 1) : undefined}
          onRemove={() => setDrafts(drafts.filter((other) => other !== draft))}
        />
      ))}
      {drafts.length < MAX_REASONS && (
        <Button disabled={busy} onClick={add}>
          {WORDS[kind].add}
        </Button>
      )}
    </div>
  );
}

const reasonOf = ({ code, label, text, active }: Draft): Reason => ({ code, label, text, active });

interface ReasonFieldsProps {
  /** Distinguishes the fields of one text from those of the others. */
  field: string;
  reason: Reason;
  place: number;
  isCodeTaken: boolean;
  /** Decisions and scripts refer to the code of a saved one. */
  isCodeFixed: boolean;
  onChange(words: Partial<Reason>): void;
  /** Undefined at the end of the list. */
  onUp?: () => void;
  onDown?: () => void;
  onRemove(): void;
}

const CODE = /^[a-z0-9][a-z0-9-]{0,39}$/;

/** One text of the list, with its position. */
function ReasonFields(props: ReasonFieldsProps) {
  const { field, reason, place, onChange, onUp, onDown, onRemove } = props;
  const { busy } = useForm();
  // The list sends what is entered.
  const label = useFieldError(`${field}.label`, reason.label, filled("Enter a short label."), undefined);
  const text = useFieldError(
    `${field}.text`,
    reason.text,
    filled("Enter the text for the customer."),
    undefined,
  );
  const code = useFieldError(
    `${field}.code`,
    reason.code,
    (value) => {
      if (!CODE.test(value)) return "Use lowercase letters, digits and hyphens, for example no-proof.";
      return props.isCodeTaken ? "Another text of the list has this code." : undefined;
    },
    undefined,
  );
  const name = reason.label || `number ${place}`;
  return (
    <Box
      paddingBlockStart={place > 1 ? "400" : "0"}
      paddingBlockEnd="400"
      borderBlockStartWidth={place > 1 ? "025" : "0"}
      borderColor="border"
    >
      <BlockStack gap="200">
        <InlineStack align="space-between" blockAlign="center" gap="200" wrap={false}>
          <Text as="h2" variant="headingMd">
            {place}. {reason.label || "New"}
          </Text>
          <ButtonGroup gap="tight" noWrap>
            <Button
              icon={ArrowUpIcon}
              accessibilityLabel={`Move ${name} up`}
              disabled={busy || !onUp}
              onClick={onUp}
            />
            <Button
              icon={ArrowDownIcon}
              accessibilityLabel={`Move ${name} down`}
              disabled={busy || !onDown}
              onClick={onDown}
            />
            <Button
              icon={DeleteIcon}
              tone="critical"
              disabled={busy}
              accessibilityLabel={`Remove ${name}`}
              onClick={onRemove}
            />
          </ButtonGroup>
        </InlineStack>
        <TextField
          label="For the staff"
          autoComplete="off"
          maxLength={MAX_LABEL_LENGTH}
          readOnly={busy}
          value={reason.label}
          onChange={(value) => onChange({ label: value })}
          {...label}
        />
        <TextField
          label="For the customer"
          autoComplete="off"
          multiline={3}
          maxLength={MAX_TEXT_LENGTH}
          readOnly={busy}
          value={reason.text}
          onChange={(value) => onChange({ text: value })}
          {...text}
        />
        <InlineStack gap="400" blockAlign="end">
          <TextField
            label="Code"
            autoComplete="off"
            maxLength={40}
            readOnly={busy || props.isCodeFixed}
            value={reason.code}
            onChange={(value) => onChange({ code: value })}
            {...code}
          />
          <Checkbox
            label="Offered"
            checked={reason.active}
            onChange={(active) => !busy && onChange({ active })}
          />
        </InlineStack>
      </BlockStack>
    </Box>
  );
}

const filled = (problem: string) => (value: string) => (value.trim() ? undefined : problem);
