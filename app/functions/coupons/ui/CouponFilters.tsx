import { useNavigate } from "@remix-run/react";
import { InlineStack, Select } from "@shopify/polaris";
import { firstPage } from "~/ui/list/address";
import { usePendingSearch } from "~/ui/list/usePendingSearch";
import type { CouponFilter } from "../coupon-filter";
import type { PoolName } from "./UploadDialog";

/** Narrows the list to a pool, and to coupons that an order has or doesn't have. */
export function CouponFilters({
  filter: { pool, used },
  pools,
}: {
  filter: CouponFilter;
  pools: readonly PoolName[];
}) {
  const navigate = useNavigate();
  const search = usePendingSearch();
  return (
    <InlineStack gap="200" blockAlign="center">
      <Select
        label="Pool"
        labelInline
        options={[
          { label: "All pools", value: "" },
          ...pools.map(({ id, name }) => ({ label: name, value: id })),
        ]}
        value={pool === undefined ? "" : String(pool)}
        onChange={(value) => navigate(firstPage(search, { pool: value }))}
      />
      <Select
        label="Used"
        labelInline
        options={[
          { label: "All", value: "" },
          { label: "Used", value: "used" },
          { label: "Not Used", value: "not used" },
        ]}
        value={used === "all" ? "" : used}
        onChange={(value) => navigate(firstPage(search, { used: value }))}
      />
    </InlineStack>
  );
}
