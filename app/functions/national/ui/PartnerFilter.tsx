import { useNavigate } from "@remix-run/react";
import { Select } from "@shopify/polaris";
import { firstPage } from "~/ui/list/address";
import { usePendingSearch } from "~/ui/list/usePendingSearch";
import { formatCount } from "~/ui/numbers";

interface PartnerFilterProps {
  partners: readonly { name: string; count: number }[];
  /** The partner that the list is filtered by, or empty. */
  partner: string;
}

/** Filters the list by partner. The choice is in the URL. */
export function PartnerFilter({ partners, partner }: PartnerFilterProps) {
  const navigate = useNavigate();
  const search = usePendingSearch();
  const options = partners.map(({ name, count }) => ({
    label: `${name} (${formatCount(count)})`,
    value: name,
  }));
  if (partner && !partners.some(({ name }) => name === partner))
    options.push({ label: partner, value: partner });
  return (
    <Select
      label="National Partner"
      labelHidden
      options={[{ label: "All partners", value: "" }, ...options]}
      value={partner}
      onChange={(value) => navigate(firstPage(search, { partner: value }))}
    />
  );
}
