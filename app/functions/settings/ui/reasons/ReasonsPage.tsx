import { BlockStack, Button, List, Text } from "@shopify/polaris";
import { useEffect, useRef, useState } from "react";
import { MAX_REASONS, type Reason, type ReasonKind } from "~/domain/registrations/reasons/reason";
import type { ActionAnswer } from "~/platform/notice";
import { FormPage } from "~/ui/FormPage";
import { useForm } from "~/ui/form/form-context";
import { useListRefresh } from "~/ui/realtime/useRealtime";
import { useFetcher } from "~/ui/useFetcher";
import { settingsCall } from "../../function";
import { ReasonFields } from "./ReasonFields";

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
  const { busy, isOutdated, provide } = useForm();
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
      {isOutdated && <StoredReasons reasons={saved} />}
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

/** What someone else has saved since, beside what is edited. */
const StoredReasons = ({ reasons }: { reasons: readonly Reason[] }) => (
  <BlockStack gap="100">
    <Text as="p">{reasons.length > 0 ? "The list is now:" : "The list is now empty."}</Text>
    <List type="number">
      {reasons.map(({ code, label, text, active }) => (
        <List.Item key={code}>{`${label}${active ? "" : " (not active)"}: ${text}`}</List.Item>
      ))}
    </List>
  </BlockStack>
);

const reasonOf = ({ code, label, text, active }: Draft): Reason => ({ code, label, text, active });
