import { useNavigate } from "@remix-run/react";
import { parseUsDate } from "~/platform/dates/us-date";
import { firstPage } from "~/ui/list/address";
import { useFilterFields as useFields } from "~/ui/list/useFilterFields";
import { usePendingSearch } from "~/ui/list/usePendingSearch";
import { DAY_FIELDS, FILTER_FIELDS, type FilterField, type FilterValues } from "../filter-address";

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

/** The fields of the advanced filters, which the address follows. The email and the main search exclude each other. */
export function useFilterFields(filter: FilterValues) {
  const { fields, setFields } = useFields(filter, { textOf, isBeingTyped, parametersOf });
  const navigate = useNavigate();
  const search = usePendingSearch();
  return {
    fields,
    change: (field: FilterField, value: string) =>
      setFields((before) => withoutEmpty({ ...before, [field]: value })),
    clear: () => setFields({}),
    /** The email and the main search exclude each other. */
    clearSearch: () => {
      if (new URLSearchParams(search).has("q")) navigate(firstPage(search, { q: null }), { replace: true });
    },
  };
}
