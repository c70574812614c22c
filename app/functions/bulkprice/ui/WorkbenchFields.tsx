import { useNavigate } from "@remix-run/react";
import {
  Autocomplete,
  BlockStack,
  Button,
  Form,
  InlineGrid,
  InlineStack,
  Select,
  Tag,
  TextField,
} from "@shopify/polaris";
import { Suspense, useEffect, useRef, useState } from "react";
import { currencySymbol } from "~/platform/money/decimal";
import { useFrame } from "~/ui/frame";
import { lazyPart } from "~/ui/lazy-part";
import { firstPage } from "~/ui/list/address";
import { usePendingSearch } from "~/ui/list/usePendingSearch";
import { formatCount } from "~/ui/numbers";
import { useLoad } from "~/ui/useLoad";
import type { WorkbenchPageData } from "../page.server";
import { COMPARE_ATS, ENDINGS, RULE_KINDS, type RuleText, ruleUnit } from "../workbench/price-rule";
import type { Choice } from "../workbench/read-workbench.server";
import { COMPARE_AT_LABELS, ENDING_LABELS, RULE_LABELS } from "./rule-labels";

const SkuListDialog = lazyPart(() => import("./SkuListDialog"));

type Choices = Record<"vendors" | "collections" | "tags", Choice[]>;

const NONE: Choices = { vendors: [], collections: [], tags: [] };

/** What chooses the products, and the rule for their prices. Both are in the address. */
export function WorkbenchFields({ filter, rule }: Pick<WorkbenchPageData, "filter" | "rule">) {
  const navigate = useNavigate();
  const search = usePendingSearch();
  const [isEntering, setEntering] = useState(false);
  const { vendors, collections, tags } = useChoices();
  const change = (changes: Record<string, string | null>) => navigate(firstPage(search, changes));
  return (
    <BlockStack gap="300">
      <InlineGrid columns={{ xs: 2, md: 4 }} gap="200">
        <ChoiceField
          label="Vendor"
          choices={vendors}
          chosen={filter.vendor}
          takesAny
          onChange={(vendor) => change({ vendor })}
        />
        <ChoiceField
          label="Collection"
          choices={collections}
          chosen={filter.collection}
          onChange={(collection) => change({ collection })}
        />
        <ChoiceField
          label="Tag"
          choices={tags}
          chosen={filter.tag}
          takesAny
          onChange={(tag) => change({ tag })}
        />
        <InlineStack gap="200" blockAlign="end">
          <Select
            label="Products"
            options={[
              { label: "Active", value: "active" },
              { label: "All", value: "all" },
            ]}
            value={filter.status}
            onChange={(status) => change({ status: status === "active" ? null : status })}
          />
          {filter.skus ? (
            <Tag onRemove={() => change({ skus: null })}>List of SKUs</Tag>
          ) : (
            <Button onClick={() => setEntering(true)}>Enter SKUs</Button>
          )}
        </InlineStack>
      </InlineGrid>
      <RuleFields rule={rule} onChange={(changed) => change({ ...changed })} />
      {isEntering && (
        <Suspense>
          <SkuListDialog onStored={(skus) => change({ skus })} onClose={() => setEntering(false)} />
        </Suspense>
      )}
    </BlockStack>
  );
}

function RuleFields({
  rule: { text, problem },
  onChange,
}: {
  rule: WorkbenchPageData["rule"];
  onChange(rule: Partial<RuleText>): void;
}) {
  const { currency } = useFrame().shop;
  const [by, setBy] = useState(text.by);
  const submitted = useRef(text.by);
  useEffect(() => {
    // The back button changes the address from outside. Keep what is typed while another field's choice is being loaded.
    if (text.by === submitted.current) return;
    submitted.current = text.by;
    setBy(text.by);
  }, [text.by]);
  const value = ruleUnit(text.kind);
  // What was typed isn't lost when another field is changed.
  const choose = (changed: Partial<RuleText>) => {
    submitted.current = by;
    onChange({ by, ...changed });
  };
  return (
    <Form onSubmit={() => choose({})}>
      <InlineGrid columns={{ xs: 2, md: 4 }} gap="200">
        <Select
          label="Rule"
          options={RULE_KINDS.map((kind) => ({ value: kind, label: RULE_LABELS[kind] }))}
          value={text.kind}
          onChange={(kind) => choose({ kind: kind as RuleText["kind"] })}
        />
        <TextField
          label={value === "amount" ? "Amount" : "Percent"}
          autoComplete="off"
          inputMode="decimal"
          disabled={value === null}
          prefix={value === "amount" ? currencySymbol(currency) : undefined}
          suffix={value === "amount" ? undefined : "%"}
          value={value === null ? "" : by}
          error={by === text.by ? problem : undefined}
          onChange={setBy}
          connectedRight={<Button submit>Preview</Button>}
        />
        <Select
          label="Rounding"
          options={ENDINGS.map((ending) => ({ value: ending, label: ENDING_LABELS[ending] }))}
          value={text.ending}
          onChange={(ending) => choose({ ending: ending as RuleText["ending"] })}
        />
        <Select
          label="Compare-at price"
          options={COMPARE_ATS.map((one) => ({ value: one, label: COMPARE_AT_LABELS[one] }))}
          value={text.compareAt}
          onChange={(compareAt) => choose({ compareAt: compareAt as RuleText["compareAt"] })}
        />
      </InlineGrid>
    </Form>
  );
}

/** The vendors, collections and tags, read after the page: counting them takes longer than the page. */
function useChoices(): Choices {
  const { data, load } = useLoad<Choices>();
  useEffect(() => load("/bulkprice/workbench/choices"), [load]);
  return data ?? NONE;
}

interface ChoiceFieldProps {
  label: string;
  choices: readonly Choice[];
  /** The value of the choice. Undefined for none. */
  chosen: string | undefined;
  /** A value that isn't among the choices can be entered, too. */
  takesAny?: boolean;
  onChange(value: string | null): void;
}

/** The most choices that are shown below a field. More are found by typing. */
const MAX_SHOWN = 50;

function ChoiceField({ label, choices, chosen, takesAny, onChange }: ChoiceFieldProps) {
  const chosenLabel = choices.find(({ value }) => value === chosen)?.label ?? chosen ?? "";
  const [typed, setTyped] = useState<string | null>(null);
  const text = typed ?? chosenLabel;
  const wanted = (typed ?? "").trim().toLowerCase();
  const found = choices.filter((one) => one.label.toLowerCase().includes(wanted)).slice(0, MAX_SHOWN);
  const isKnown = found.some((one) => one.value.toLowerCase() === wanted);
  return (
    <Autocomplete
      options={[
        ...found.map(({ value, label: name, products }) => ({
          value,
          label: `${name} (${formatCount(products)})`,
        })),
        ...(takesAny && wanted && !isKnown ? [{ value: text.trim(), label: `“${text.trim()}”` }] : []),
      ]}
      selected={chosen ? [chosen] : []}
      onSelect={([value]) => {
        setTyped(null);
        onChange(value ?? null);
      }}
      textField={
        <Autocomplete.TextField
          label={label}
          autoComplete="off"
          placeholder="Any"
          value={text}
          onChange={setTyped}
          onBlur={() => setTyped(null)}
          clearButton
          onClearButtonClick={() => {
            setTyped(null);
            if (chosen) onChange(null);
          }}
          maxLength={255}
        />
      }
    />
  );
}
