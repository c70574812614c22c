import type { ListDeclaration } from "~/platform/list";

/** The grid of scheduled prices. */
export const priceSchedulesList = {
  name: "price-schedules",
  columns: [
    { key: "sku", title: "SKU", sortable: true, narrow: "title" },
    { key: "currentPrice", title: "Current Price", align: "end" },
    { key: "price", title: "Price", align: "end" },
    { key: "change", title: "Change", align: "end" },
    { key: "compareAtPrice", title: "Compare At Price", align: "end" },
    { key: "effectiveDate", title: "Effective Date", sortable: true },
    { key: "endDate", title: "End Date" },
    { key: "belowMapp", title: "Below MAPP Item Tag" },
    { key: "state", title: "State", narrow: "plain" },
  ],
  defaultSort: "effectiveDate desc",
  search: { maxLength: 60, hint: "enter product sku" },
  pageSize: 25,
  density: "compact",
} as const satisfies ListDeclaration;
