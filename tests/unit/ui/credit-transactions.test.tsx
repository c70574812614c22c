// @vitest-environment jsdom
import "./browser";
import { screen, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, it } from "vitest";
import type { Duplicate } from "~/functions/credits/duplicates/calls.server";
import { readFilter } from "~/functions/credits/filter-address";
import { type Transaction, transactionsList } from "~/functions/credits/transactions-list.server";
import { Transactions } from "~/functions/credits/ui/Transactions";
import { cents } from "~/platform/money/cents";
import { pageOfRows } from "./page-of-rows";
import { renderConsole } from "./render-console";

const transaction = (id: string, change: Partial<Transaction>): Transaction & { id: string } => ({
  id,
  createdDate: "2026-03-01T10:00:00.000Z",
  shopifyCustomerId: id,
  customerName: `Customer ${id}`,
  customerEmail: null,
  transactionType: "Credit",
  amount: 5,
  amountCents: cents(500),
  reference: `Reference ${id}`,
  expirationDate: null,
  adminName: "Olive Owner",
  adminEmail: "",
  state: "CONFIRMED",
  problem: null,
  orderName: null,
  reversesId: null,
  reversedById: null,
  waitingReversal: null,
  duplicate: null,
  canBeGivenUp: false,
  ...change,
});

const LIMITS = {
  creditAmount: 0,
  adjustmentAmount: 0,
  discountCodeAmount: 0,
  orderAmount: 0,
  refundAmount: 0,
};

const NO_DUPLICATES: { list: Duplicate[]; total: number } = { list: [], total: 0 };

const show = (rows: Transaction[], filter = "", duplicates = NO_DUPLICATES) =>
  renderConsole(
    [
      {
        path: "/credits",
        element: (
          <Transactions
            list={transactionsList.declaration}
            state={{ search: "", sort: transactionsList.defaultSort, direction: "next" } as never}
            result={pageOfRows(rows, { pager: { page: 1, pages: 1 } })}
            filter={readFilter(new URLSearchParams(filter), new Date("2026-03-01T23:30:00Z"))}
            limits={LIMITS}
            isExact
            duplicates={duplicates}
          />
        ),
      },
    ],
    "/credits",
  );

it("a row with a date that can't be read doesn't keep the others from being shown", () => {
  show([
    transaction("1", { expirationDate: "10000-01-01T00:00:00.000Z" }),
    transaction("2", { expirationDate: "2031-01-01T00:00:00.000Z" }),
  ]);
  const rowOf = (text: string) => within(screen.getByText(text).closest("tr") as HTMLElement);
  rowOf("Reference 1").getByText("Invalid date");
  rowOf("Reference 2").getByText("12/31/2030");
  expect(screen.getAllByText("03/01/2026")).toHaveLength(2);
});

it("shows what may already be paid, and asks for a decision with a reason", async () => {
  const row: Duplicate = {
    id: "1",
    customerId: "7",
    customerName: "Ann Lee",
    customerEmail: "ann@demo.example",
    type: "Credit",
    amountCents: cents(2_500),
    reference: "Welcome",
    at: "2026-03-01T12:00:00.000Z",
    actorName: "Olive Owner",
    paidAt: "2026-03-01T11:59:00.000Z",
  };
  show([transaction("1", { state: "PENDING", duplicate: "possible" })], "", {
    list: [row, { ...row, id: "2", reference: "Return" }],
    total: 120,
  });
  const part = within(await screen.findByRole("region", { name: "May already be paid" }));
  part.getByText("May already be paid (120)");
  part.getByText(/Credit of \$25.00 for Ann Lee: “Welcome”/);
  part.getByText("The other 118 are shown when these are decided.");
  await userEvent.click(part.getByRole("button", { name: "Send 2" }));
  const dialog = within(await screen.findByRole("dialog"));
  dialog.getByText(/2 transactions of \$50.00 in total: .* the amount is booked twice/);
  dialog.getByRole("textbox", { name: "Reason" });
});

it("says an order's name and a nameless customer's address once", () => {
  const nameless = { customerName: "ann@x.example", customerEmail: "ann@x.example" };
  show([
    transaction("1", { ...nameless, reference: "Order paid #1401", orderName: "#1401" }),
    transaction("2", { ...nameless, reference: "By hand", orderName: "#1402" }),
  ]);
  expect(screen.getAllByText("ann@x.example")).toHaveLength(2);
  expect(screen.queryByText(/\(#1401\)/)).toBeNull();
  expect(screen.getByText(/\(#1402\)/)).toBeTruthy();
});
