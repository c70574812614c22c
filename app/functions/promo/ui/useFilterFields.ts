import { useNavigate } from "@remix-run/react";
import { useEffect, useRef, useState } from "react";
import { parseUsDate } from "~/platform/dates/us-date";
import { firstPage } from "~/ui/list/address";
import { usePendingSearch } from "~/ui/list/usePendingSearch";
import { DAY_FIELDS, FILTER_FIELDS, type FilterField, type FilterValues } from "../filter-address";

/** The list loads again this long after the last change. */
const RELOAD_AFTER_MS = 1_000;

/** A date field has the value "0002-03-01" while the year 2026 is being typed. */
const isBeingTyped = (fields: FilterValues): boolean =>
  DAY_FIELDS.some((field) => {
    const day = fields[field];
    return day !== undefined && (parseUsDate(day) ?? "") < "1000";
  });

const withoutEmpty = (fields: FilterValues): FilterValues =>
  Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== ""));

const sameText = (fields: FilterValues) =>
  JSON.stringify(FILTER_FIELDS.map((field) => fields[field]?.trim() ?? ""));

/** The fields of the advanced filters, which the address follows. The email and the main search exclude each other. */
export function useFilterFields(filter: FilterValues) {
  const [fields, setFields] = useState(filter);
  const navigate = useNavigate();
  const search = usePendingSearch();
  const address = useRef(search);
  address.current = search;
  const applied = useRef(sameText(filter));
  const shown = sameText(filter);
  const shownFilter = useRef(filter);
  shownFilter.current = filter;
  useEffect(() => {
    // The back button, and the main search, change the address from outside.
    if (shown === applied.current) return;
    applied.current = shown;
    setFields(shownFilter.current);
  }, [shown]);
  useEffect(() => {
    const wanted = sameText(fields);
    if (wanted === applied.current || isBeingTyped(fields)) return;
    const timer = setTimeout(() => {
      applied.current = wanted;
      const values = Object.fromEntries(FILTER_FIELDS.map((field) => [field, fields[field]?.trim() || null]));
      const cleared = fields.submissionEmail ? { q: null } : {};
      navigate(firstPage(address.current, { ...values, ...cleared }), { replace: true });
    }, RELOAD_AFTER_MS);
    return () => clearTimeout(timer);
  }, [fields, navigate]);
  return {
    fields,
    change: (field: FilterField, value: string) =>
      setFields((before) => withoutEmpty({ ...before, [field]: value })),
    clear: () => setFields({}),
    /** The email and the main search exclude each other. */
    clearSearch: () => {
      if (new URLSearchParams(address.current).has("q"))
        navigate(firstPage(address.current, { q: null }), { replace: true });
    },
  };
}
