import type { FilterField } from "./filter-address";

/** The names of the advanced filters. */
export const FILTER_LABELS: Record<FilterField, string> = {
  submissionEmail: "Email",
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
