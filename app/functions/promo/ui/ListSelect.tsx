import { useNavigate } from "@remix-run/react";
import { Select } from "@shopify/polaris";
import { firstPage } from "~/ui/list/address";
import { usePendingSearch } from "~/ui/list/usePendingSearch";
import type { Option } from "./rows";

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
