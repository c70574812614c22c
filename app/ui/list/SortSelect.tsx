import { useNavigate } from "@remix-run/react";
import { Select } from "@shopify/polaris";
import type { ListDeclaration, ListState } from "~/platform/list";
import { firstPage, sortParameter } from "./address";
import { usePendingSearch } from "./usePendingSearch";

interface SortSelectProps {
  /** "Sort" unless set. */
  label?: string;
  list: ListDeclaration;
  state: ListState;
  /** By their order, such as `"name asc"`. */
  options: readonly { value: string; label: string }[];
}

/** A list's order as a drop-down, for screens whose specification has one beside the headings. */
export function SortSelect({ label = "Sort", list, state, options }: SortSelectProps) {
  const navigate = useNavigate();
  const search = usePendingSearch();
  return (
    <Select
      label={label}
      labelInline
      options={[...options]}
      value={state.sort}
      onChange={(sort) => navigate(firstPage(search, { sort: sortParameter(sort, list) }))}
    />
  );
}
