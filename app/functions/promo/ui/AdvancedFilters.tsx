import { Banner, BlockStack, Button, InlineGrid, Select, TextField } from "@shopify/polaris";
import { useEffect, useRef } from "react";
import { formatUsDate, parseUsDate } from "~/platform/dates/date-text";
import { FilterPanel } from "~/ui/list/FilterPanel";
import { useFilterFields as useFields } from "~/ui/list/useFilterFields";
import { useLoad } from "~/ui/useLoad";
import {
  DAY_FIELDS,
  FILTER_FIELDS,
  FILTER_LABELS,
  type FilterField,
  type FilterValues,
} from "../filter-address";
import type { FilterOptionsAnswer, ListField } from "../read-answers.server";
import type { Option } from "./lists";

/** The fields in their order. A list is the name of its options; days are sent as MM/DD/YYYY. */
const FIELDS: readonly { field: FilterField; list?: ListField | "yesNo" }[] = [
  { field: "submissionEmail" },
  { field: "promotion", list: "promotion" },
  { field: "gender", list: "gender" },
  { field: "age", list: "age" },
  { field: "receiptId" },
  { field: "receiptIdUsed", list: "yesNo" },
  { field: "purchasingMethod", list: "purchasingMethod" },
  { field: "purchaseDate" },
  { field: "modelNumber" },
  { field: "retailer", list: "retailer" },
  { field: "purchaseState", list: "purchaseState" },
  { field: "shippingAddressLine" },
  { field: "shippingCity" },
  { field: "shippingCountry", list: "shippingCountry" },
  { field: "shippingState" },
  { field: "shippingPostalCode" },
  { field: "status", list: "status" },
  { field: "reviewer", list: "people" },
  { field: "approver", list: "people" },
  { field: "denier", list: "people" },
  { field: "denyReason", list: "denyReason" },
  { field: "orderNumber" },
  { field: "fulfillmentStatus", list: "fulfillmentStatus" },
  { field: "shippingAddressUsed", list: "yesNo" },
  { field: "createdDate" },
];

const YES_NO: Option[] = [
  { value: "true", label: "Yes" },
  { value: "false", label: "No" },
];

const ANY: Option = { value: "", label: "Any" };

const MAX_LENGTH = 255;

const MAX_EMAIL_LENGTH = 60;

interface AdvancedFiltersProps {
  filter: FilterValues;
  emailClearings: number;
  onEmailFocus(): void;
  onClose(): void;
}

/** The panel of the tab All Submissions. The list loads again a second after the last change. Load it with `lazyPart`. */
export default function AdvancedFilters(props: AdvancedFiltersProps) {
  const { filter, emailClearings, onEmailFocus, onClose } = props;
  const { data, load } = useLoad<FilterOptionsAnswer>();
  useEffect(() => load("/promo/filters"), [load]);
  const { fields, change, clear } = useFilterFields(filter, emailClearings);
  const optionsOf = (list: ListField | "yesNo", chosen: string): Option[] => {
    const options = list === "yesNo" ? YES_NO : (data?.options?.[list] ?? []);
    // Until the lists are loaded, what is chosen is shown by its value.
    const isKnown = !chosen || options.some(({ value }) => value === chosen);
    return [ANY, ...options, ...(isKnown ? [] : [{ value: chosen, label: chosen }])];
  };
  /** A text is typed where the list can't offer all values. */
  const isTyped = (list: ListField | "yesNo"): boolean => list !== "yesNo" && data?.options?.[list] === null;
  return (
    <FilterPanel
      title="Advanced Filters"
      action={<Button onClick={clear}>Clear All</Button>}
      onClose={onClose}
    >
      <BlockStack gap="300">
        {data?.notice && <Banner tone="critical">{data.notice.text}</Banner>}
        <InlineGrid gap="200" columns={{ xs: 1, sm: 2, md: 4, lg: 6 }}>
          {FIELDS.map(({ field, list }) => {
            const label = FILTER_LABELS[field];
            const isDay = DAY_FIELDS.includes(field);
            const value = fields[field] ?? "";
            if (list && !isTyped(list))
              return (
                <Select
                  key={field}
                  label={label}
                  options={optionsOf(list, value)}
                  value={value}
                  onChange={(choice) => change(field, choice)}
                />
              );
            return (
              <TextField
                key={field}
                label={label}
                type={isDay ? "date" : "text"}
                autoComplete="off"
                helpText={list && "Enter it exactly as the customer did."}
                maxLength={field === "submissionEmail" ? MAX_EMAIL_LENGTH : MAX_LENGTH}
                value={isDay ? (parseUsDate(value) ?? "") : value}
                onFocus={field === "submissionEmail" ? onEmailFocus : undefined}
                onChange={(text) => change(field, isDay && text ? formatUsDate(text) : text)}
              />
            );
          })}
        </InlineGrid>
      </BlockStack>
    </FilterPanel>
  );
}

const textOf = (fields: FilterValues): string =>
  JSON.stringify(FILTER_FIELDS.map((field) => fields[field]?.trim() ?? ""));

const isBeingTyped = (fields: FilterValues): boolean =>
  DAY_FIELDS.some((field) => {
    const day = fields[field];
    return day !== undefined && (parseUsDate(day) ?? "") < "1000";
  });

const parametersOf = (fields: FilterValues): Record<string, string | null> => ({
  ...Object.fromEntries(FILTER_FIELDS.map((field) => [field, fields[field]?.trim() || null])),
  ...(fields.submissionEmail && { q: null }),
});

const withoutEmpty = (fields: FilterValues): FilterValues =>
  Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== ""));

/**
 * The fields of the advanced filters, which the address follows.
 * @param emailClearings clears the email when it changes, also one that was typed and isn't in the address yet
 */
export function useFilterFields(filter: FilterValues, emailClearings: number) {
  const { fields, setFields } = useFields(filter, { textOf, isBeingTyped, parametersOf });
  const change = (field: FilterField, value: string) =>
    setFields((before) => withoutEmpty({ ...before, [field]: value }));
  const lastClearing = useRef(emailClearings);
  useEffect(() => {
    if (lastClearing.current === emailClearings) return;
    lastClearing.current = emailClearings;
    setFields(({ submissionEmail: _email, ...others }) => others);
  }, [emailClearings, setFields]);
  return { fields, change, clear: () => setFields({}) };
}
