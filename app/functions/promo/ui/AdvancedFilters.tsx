import { Banner, BlockStack, Button, InlineGrid, InlineStack, Select, TextField } from "@shopify/polaris";
import { useEffect } from "react";
import { formatUsDate, parseUsDate } from "~/platform/dates/us-date";
import { useLoad } from "~/ui/useLoad";
import { DAY_FIELDS, type FilterField, type FilterValues } from "../filter-address";
import { FILTER_LABELS } from "../filter-labels";
import type { FilterOptionsAnswer, ListField } from "../read-filter-options.server";
import type { Option } from "./rows";
import { useFilterFields } from "./useFilterFields";

/** The fields in their order. A list is the name of its options; days are sent as MM/DD/YYYY. */
const FIELDS: readonly { field: FilterField; list?: ListField | "yesNo" }[] = [
  { field: "submissionEmail" },
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
}

/** The panel of the tab All Submissions. The list loads again a second after the last change. Load it with `lazyPart`. */
export default function AdvancedFilters({ filter, emailClearings, onEmailFocus }: AdvancedFiltersProps) {
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
    <section aria-label="Advanced Filters">
      <BlockStack gap="300">
        {data?.notice && <Banner tone="critical">{data.notice.text}</Banner>}
        <InlineGrid gap="300" columns={{ xs: 1, sm: 2, md: 3, lg: 4, xl: 6 }}>
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
        <InlineStack>
          <Button onClick={clear}>Clear All</Button>
        </InlineStack>
      </BlockStack>
    </section>
  );
}
