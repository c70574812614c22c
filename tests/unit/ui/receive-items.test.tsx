// @vitest-environment jsdom
import "./browser";
import { act, fireEvent, screen, waitFor } from "@testing-library/react";
import { beforeEach, expect, it, vi } from "vitest";
import { answerCall } from "~/core/answer-call.server";
import { returnTexts } from "~/functions/orderReturns/page.server";
import { cents } from "~/platform/money/cents";
import { returnRow } from "./return-row";
import { inDialog, isDisabled, showReturns } from "./returns-page";

const RECEIPT = {
  return_name: "#1001-R1",
  lines: [
    {
      id: "gid://shopify/ReturnLineItem/1",
      title: "lamp",
      variant_title: "Red / M",
      image_url: null,
      sku: "LAMP",
      quantity: 1,
    },
  ],
  locations: [{ id: "gid://shopify/Location/1", name: "Warehouse" }],
  customer: "Ann Archer",
  amounts: { items: cents(1_000), taxes: cents(0), fees: cents(0), refund: cents(1_000) },
  credit_problem: null,
};

let refuseReceipt: string;
let receiptProblem: string;
let processed: { success: boolean; msg: string; is_complete: boolean };
beforeEach(() => {
  refuseReceipt = "";
  receiptProblem = "";
});

async function openDialog() {
  const calls = { orderReturns: { process: async () => processed } };
  await showReturns({
    returns: [returnRow({ can_receive: true, return_status: "OPEN" })],
    action: async ({ request }) =>
      refuseReceipt
        ? { notice: { level: "warning", text: refuseReceipt }, status: 409 }
        : answerCall(calls, returnTexts, await request.json()),
    readReceipt: ({ request }) => {
      const missing = new URL(request.url).searchParams.get("missing");
      return receiptProblem ? { problem: receiptProblem } : { receipt: { ...RECEIPT, missing } };
    },
  });
  fireEvent.click(screen.getByRole("button", { name: "Receive #1001-R1" }));
  await screen.findByLabelText("Disposition of lamp");
}

it.each([
  { outcome: "refused", isComplete: false },
  { outcome: "being added", isComplete: true },
])("of a receipt whose credit is $outcome, the notice stays: $isComplete", async ({ isComplete }) => {
  vi.useFakeTimers({ shouldAdvanceTime: true });
  processed = { success: true, msg: "The items of #1001-R1 were received.", is_complete: isComplete };
  await openDialog();
  fireEvent.click(screen.getByRole("button", { name: "Receive items" }));
  await screen.findByText(processed.msg);
  await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
  vi.setTimerTickMode("manual");
  await act(() => vi.advanceTimersByTimeAsync(60_000));
  expect(screen.queryByText(processed.msg) === null).toBe(isComplete);
});

it("shows why items weren't received in their dialog", async () => {
  refuseReceipt = "The refund is $9.00 now. Close this dialog and open it again.";
  await openDialog();
  fireEvent.click(screen.getByRole("button", { name: "Receive items" }));
  await inDialog().findByText(refuseReceipt);
  expect(screen.getAllByText(refuseReceipt)).toHaveLength(1);
});

it("keeps the items and their dispositions when the refund can't be loaded, and tries again", async () => {
  await openDialog();
  const disposition = () => inDialog().getByLabelText<HTMLSelectElement>("Disposition of lamp");
  receiptProblem = "Shopify didn't answer. Try again in a minute.";
  fireEvent.change(disposition(), { target: { value: "MISSING" } });
  await inDialog().findByText(receiptProblem);
  expect(disposition().value).toBe("MISSING");
  expect(isDisabled("Receive items")).toBe(true);
  const text = receiptProblem;
  receiptProblem = "";
  fireEvent.click(inDialog().getByRole("button", { name: "Try again" }));
  await waitFor(() => expect(isDisabled("Receive items")).toBe(false));
  expect(inDialog().queryByText(text)).toBeNull();
  expect(disposition().value).toBe("MISSING");
});
