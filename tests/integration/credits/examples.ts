import type { ExampleRequests } from "../../support/example-requests.ts";

/** The calls of store credit. */
export const examples: ExampleRequests = {
  "credits.customers": () => ({ path: "/credits/customers" }),
  "credits.addCustomer": () => ({
    path: "/credits/customer",
    body: { email: "an@example.com", amount: "5.00", reference: "An example" },
  }),
  "credits.issueCredits": ({ customerId }) => ({
    path: "/credits/issueCredits",
    body: { ids: String(customerId), amount: "5.00", reference: "An example" },
  }),
  "credits.adjustBalances": ({ customerId }) => ({
    path: "/credits/adjustBalances",
    body: { ids: String(customerId), amount: "5.00", reference: "An example" },
  }),
  "credits.postings": ({ viewId }) => ({ path: "/credits/transactions/states", body: { ids: [viewId] } }),
  "credits.transactions": () => ({ path: "/credits/transactions" }),
  "credits.approvals": () => ({ path: "/credits/approvals" }),
  "credits.approvalCustomers": ({ viewId }) => ({ path: `/credits/approvals/${viewId}/customers` }),
  "credits.approve": ({ viewId }) => ({ path: `/credits/approvals/${viewId}/approve`, body: {} }),
  "credits.duplicates": () => ({ path: "/credits/duplicates" }),
  "credits.decideDuplicates": ({ viewId }) => ({
    path: "/credits/duplicates/decide",
    body: { ids: [viewId], decision: "paid", reason: "An example" },
  }),
  "credits.decline": ({ viewId }) => ({
    path: `/credits/approvals/${viewId}/decline`,
    body: { reason: "An example" },
  }),
  "credits.saveApprovalLimit": () => ({ path: "/credits/approvals/limit", body: { amount: "100" } }),
  "credits.saveRepeatDays": () => ({ path: "/credits/repeats", body: { days: 7 } }),
  "credits.reminders": () => ({ path: "/credits/reminders" }),
  "credits.saveReminders": () => ({ path: "/credits/reminders", body: { isOn: true, daysBefore: 14 } }),
  "credits.liability": () => ({ path: "/credits/liability" }),
  "credits.statement": ({ customerId }) => ({ path: `/credits/statement/${customerId}` }),
  "credits.refresh": ({ customerId }) => ({ path: `/credits/statement/${customerId}/refresh`, body: {} }),
  "credits.importCustomers": () => ({
    path: "/credits/customers/import",
    body: { list: [{ email: "an@example.com", credit: "5.00", reference: "An example" }] },
  }),
  "credits.exportCustomers": () => ({ path: "/credits/customers/export", body: {} }),
  "credits.exportTransactions": () => ({ path: "/credits/transactions/export", body: {} }),
  "credits.reverse": ({ viewId }) => ({
    path: `/credits/transactions/${viewId}/reverse`,
    body: { reason: "An example" },
  }),
  "credits.cancel": ({ viewId }) => ({
    path: `/credits/transactions/${viewId}/cancel`,
    body: { reason: "An example" },
  }),
  "credits.giveUp": ({ viewId }) => ({
    path: `/credits/transactions/${viewId}/giveUp`,
    body: { reason: "An example" },
  }),
  "ledgerProof.read": () => ({ path: "/credits/proof" }),
  "ledgerProof.differences": () => ({ path: "/credits/proof/differences" }),
  "ledgerProof.prove": () => ({ path: "/credits/proof" }),
  "ledgerProof.compare": () => ({ path: "/credits/proof/compare" }),
  "ledgerProof.account": ({ customerId }) => ({ path: `/credits/proof/accounts/${customerId}` }),
  "credits.figure": () => ({ path: "/credits/figure" }),
};
