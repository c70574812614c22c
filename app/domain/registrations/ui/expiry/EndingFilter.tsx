import { useNavigate } from "@remix-run/react";
import { Select } from "@shopify/polaris";
import { firstPage } from "~/ui/list/address";
import { usePendingSearch } from "~/ui/list/usePendingSearch";
import { ENDING_NAMES, type Ending } from "../../expiry/expiry";

const OPTIONS: { label: string; value: Ending | "" }[] = [
  { label: "Any end date", value: "" },
  { label: ENDING_NAMES.soon, value: "soon" },
  { label: ENDING_NAMES.expired, value: "expired" },
];

/** Filters a list of registrations by their end. The choice is in the URL. */
export function EndingFilter({ ending }: { ending: Ending | undefined }) {
  const navigate = useNavigate();
  const search = usePendingSearch();
  return (
    <Select
      label="End date"
      labelHidden
      options={OPTIONS}
      value={ending ?? ""}
      onChange={(value) => navigate(firstPage(search, { ends: value }))}
    />
  );
}
