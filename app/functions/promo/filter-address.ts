import type { ListFilter } from "~/ui/list/types";

/** The fields of the advanced filters, as the address and the calls name them. */
export const FILTER_FIELDS = [
  "submissionEmail",
  "promotion",
  "gender",
  "age",
  "receiptId",
  "receiptIdUsed",
  "purchasingMethod",
  "purchaseDate",
  "modelNumber",
  "retailer",
  "purchaseState",
  "shippingAddressLine",
  "shippingCity",
  "shippingCountry",
  "shippingState",
  "shippingPostalCode",
  "status",
  "reviewer",
  "approver",
  "denier",
  "denyReason",
  "orderNumber",
  "fulfillmentStatus",
  "shippingAddressUsed",
  "createdDate",
] as const;

export type FilterField = (typeof FILTER_FIELDS)[number];

const YES_NO_FIELDS: readonly FilterField[] = ["receiptIdUsed", "shippingAddressUsed"];

/** The fields that are days. */
export const DAY_FIELDS: readonly FilterField[] = ["purchaseDate", "createdDate"];

/** The advanced filters that are set. Days are MM/DD/YYYY. */
export type FilterValues = Partial<Record<FilterField, string>>;

/** Reads the filters of an address. Empty ones are left out. */
export const readFilter = (parameters: URLSearchParams): FilterValues =>
  Object.fromEntries(
    FILTER_FIELDS.flatMap((field) => {
      const value = parameters.get(field)?.trim();
      return value ? [[field, value]] : [];
    }),
  );

/** The filters as the calls take them: the email is sent as the search. */
export function filterInput({ submissionEmail, ...filter }: FilterValues, search: string) {
  return { ...filter, search: search || submissionEmail || "" };
}

/** The names of the advanced filters. */
export const FILTER_LABELS: Record<FilterField, string> = {
  submissionEmail: "Email",
  promotion: "Promotion",
  gender: "Gender",
  age: "Age Range",
  receiptId: "ReceiptId",
  receiptIdUsed: "Same ReceiptId found",
  purchasingMethod: "Purchasing Method",
  purchaseDate: "Purchase date",
  modelNumber: "Model Number",
  retailer: "Retailer",
  purchaseState: "State Of Purchase",
  shippingAddressLine: "Shipping Address",
  shippingCity: "City",
  shippingCountry: "Country",
  shippingState: "State",
  shippingPostalCode: "Postal Code",
  status: "Status",
  reviewer: "Assignee",
  approver: "Approver",
  denier: "Denier",
  denyReason: "Reason",
  orderNumber: "Order Number",
  // Fixed, letter by letter.
  fulfillmentStatus: "Fullfillment",
  shippingAddressUsed: "Same Shipping Address found",
  createdDate: "Submission date",
};

/** What the advanced filters narrow the list to, in words. @param names of the values that are ids, by field */
export const filtersOf = (filter: FilterValues, names: Partial<Record<FilterField, string>>): ListFilter[] =>
  FILTER_FIELDS.flatMap((field) => {
    const value = filter[field];
    if (!value) return [];
    const yesNo = YES_NO_FIELDS.includes(field) ? { true: "Yes", false: "No" }[value] : undefined;
    const shown = names[field] ?? yesNo ?? value;
    return [{ label: FILTER_LABELS[field], value: shown, without: { [field]: null } }];
  });
