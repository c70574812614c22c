import { PRICE_LOG_LIST } from "~/domain/prices/price-log-list";
import type { ListDeclaration } from "~/platform/list";

/** The price log. `listFor` adds the columns of employee stores. */
export const priceLogList = {
  name: PRICE_LOG_LIST,
  columns: [
    { key: "changedAt", title: "Date", narrow: "plain" },
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
