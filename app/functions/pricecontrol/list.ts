import { PRICE_LOG_LIST } from "~/domain/prices/price-log-list";
import type { ListDeclaration } from "~/platform/list";

/** The price log. `listFor` adds the columns of employee stores. */
export const priceLogList = {
  kind: "list",
  name: PRICE_LOG_LIST,
  columns: [
    { key: "changedAt", title: "Date", zone: "UTC", narrow: "plain" },
    { key: "sku", title: "SKU", narrow: "title" },
    { key: "previousPrice", title: "Previous Price", align: "end" },
    { key: "currentPrice", title: "Current Price", align: "end" },
    { key: "percentageChange", title: "Percentage Change", align: "end" },
    { key: "compareAtPrice", title: "Compare At Price", align: "end" },
    { key: "changedBy", title: "Changed By" },
  ],
  defaultSort: "changedAt desc",
  search: { maxLength: 60, hint: "enter product sku" },
  pageSize: 10,
  density: "compact",
} as const satisfies ListDeclaration;

const EMPLOYEE_STORE_COLUMNS = [
  { key: "customerType", title: "Customer Type" },
  { key: "source", title: "Source" },
] as const;

/** The list as a shop shows it. */
export const listFor = (isEmployeeStore: boolean) =>
  isEmployeeStore
    ? { ...priceLogList, columns: [...priceLogList.columns, ...EMPLOYEE_STORE_COLUMNS] }
    : priceLogList;

/** Refuses a range of time. */
export const START_AFTER_END = "The start date is after the end date. Change one of them.";

export const AFTER_TODAY = "must be today (UTC) or before";

/** There is no entry and no price of a variant. */
export const NO_HISTORY = "No price of this variant is recorded. Search for its SKU in the price log.";
