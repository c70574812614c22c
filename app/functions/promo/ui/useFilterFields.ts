import { useEffect, useRef } from "react";
import { parseUsDate } from "~/platform/dates/us-date";
import { useFilterFields as useFields } from "~/ui/list/useFilterFields";
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
