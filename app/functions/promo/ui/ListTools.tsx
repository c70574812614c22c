import { useNavigate } from "@remix-run/react";
import { Select } from "@shopify/polaris";
import type { ListDeclaration, ListState } from "~/platform/list";
import { firstPage } from "~/ui/list/address";
import { SortSelect } from "~/ui/list/SortSelect";
import { usePendingSearch } from "~/ui/list/usePendingSearch";
import { PAGE_SIZES } from "../list";
import { type Option, SIZE_PARAMETER } from "./lists";

/** The sorts that are texts. The others are dates. */
const TEXT_SORTS: readonly string[] = ["name", "email"];

interface ListToolsProps {
  list: ListDeclaration;
  state: ListState;
  /** The sortable fields with their names. */
  sorts: Readonly<Record<string, string>>;
  pageSize: number;
}

/** The dropdowns Page Size and Sort By of a list of submissions. */
export function ListTools({ list, state, sorts, pageSize }: ListToolsProps) {
  return (
    <>
      <ListSelect
        label="Page Size"
        parameter={SIZE_PARAMETER}
        value={String(pageSize)}
        byDefault={String(PAGE_SIZES[1])}
        options={PAGE_SIZES.map((size) => ({ value: String(size), label: String(size) }))}
      />
      <SortSelect
        label="Sort By"
        list={list}
        state={state}
        options={Object.entries(sorts).flatMap(sortOptions)}
      />
    </>
  );
}

/** Those that are numbers. */
const NUMBER_SORTS: readonly string[] = ["amount", "riskScore"];

function directionsOf(key: string) {
  if (NUMBER_SORTS.includes(key)) return ["Low to High", "High to Low"];
  return TEXT_SORTS.includes(key) ? ["A to Z", "Z to A"] : ["Old to New", "New to Old"];
}

const sortOptions = ([key, name]: [string, string]) => {
  const [up, down] = directionsOf(key);
  return [
    { value: `${key} asc`, label: `${name}, ${up}` },
    { value: `${key} desc`, label: `${name}, ${down}` },
  ];
};

interface ListSelectProps {
  label: string;
  /** The URL parameter that has the choice. */
  parameter: string;
  value: string;
  /** The choice that needs no parameter. */
  byDefault: string;
  options: readonly Option[];
}

/** A choice beside a list's search. The list starts at its first page again. */
export function ListSelect({ label, parameter, value, byDefault, options }: ListSelectProps) {
  const navigate = useNavigate();
  const search = usePendingSearch();
  return (
    <Select
      label={label}
      labelInline
      options={[...options]}
      value={value}
      onChange={(choice) =>
        navigate(firstPage(search, { [parameter]: choice === byDefault ? null : choice }))
      }
    />
  );
}
