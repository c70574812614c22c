import { fireEvent, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterAll, beforeAll, expect, test } from "vitest";
import { MAX_ROWS_PER_ANSWER } from "~/platform/list";
import { createCustomer } from "../../local-store/data/customers.ts";
import { addCodes, createPool, fillPool, mails, placePaidOrder } from "../integration/coupons/support.ts";
import { sendDue } from "../integration/mail/support.ts";
import { callsOf, signedInCalls } from "../support/calls.ts";
import { clickButton, isDisabled, rowOf } from "../support/on-screen.ts";
import { openConsole } from "../support/open-console.tsx";
import { DEMO, openTestShop, type TestShop } from "../support/test-shop.ts";

let shop: TestShop;
let orderId: number;
beforeAll(async () => {
  shop = await openTestShop("pages_coupons");
  const calls = await signedInCalls(shop);
  const pool = await createPool(calls, "Thanks");
  await addCodes(calls, pool.id, ["T-1", "T-2"]);
  const { customer } = await createCustomer(shop.localStore.store, DEMO, { email: "ana@example.com" });
  orderId = await placePaidOrder(shop, { customerId: customer?.id ?? 0 });
  await sendDue();
});
afterAll(() => shop.close());

test("coupons are listed with the order that has them, and its email is sent again", async () => {
  await openConsole(shop, "/coupons");
  await screen.findByRole("table");
  const headings = screen.getAllByRole("columnheader").map(({ textContent }) => textContent);
  expect(headings.map((text) => text?.replace(/[↑↓]/, ""))).toEqual([
    "Coupon Code",
    "Used",
    "Order Id",
    "Assigned Date",
    "Email",
    "Redeemed By",
    "Pool",
    "Action",
  ]);
  rowOf("T-1").getByText("Used", { exact: true });
  rowOf("T-1").getByText(String(orderId));
  rowOf("T-2").getByText("Not Used");
  expect(isDisabled("Resend T-2")).toBe(true);
  const sent = (await mails()).length;
  clickButton("Resend T-1");
  await screen.findByText("Email sent successfully.");
  await sendDue();
  expect(await mails()).toHaveLength(sent + 1);
});

test("days are searched by Enter, and not when their order is wrong", async () => {
  const router = await openConsole(shop, "/coupons");
  const [start, end] = (await Promise.all(
    ["Start date", "End date"].map((label) => screen.findByLabelText(label)),
  )) as [HTMLInputElement, HTMLInputElement];
  fireEvent.change(start, { target: { value: "2026-11-02" } });
  const enterEnd = async (day: string) => {
    fireEvent.change(end, { target: { value: day } });
    await userEvent.type(end, "{Enter}");
  };
  await enterEnd("2026-11-01");
  screen.getByText("The start date is after the end date.");
  expect(router.state.location.search).toBe("");
  await enterEnd("2026-11-03");
  await waitFor(() => expect(router.state.location.search).toBe("?date_from=2026-11-02&date_to=2026-11-03"));
  await screen.findByText(/^No coupon matches/);
});

test("an address with days that can't be searched says to correct them", async () => {
  await openConsole(shop, "/coupons?date_from=2026-11-05&date_to=2026-11-01");
  await screen.findByText("Correct the dates, or clear the filter.");
  expect(screen.queryByText(/^No coupon matches/)).toBeNull();
});

test("what is shown is exported, by a job when it is long", async () => {
  await fillPool("Many", MAX_ROWS_PER_ANSWER + 1);
  await openConsole(shop, "/coupons?search=many-&used=not used");
  fireEvent.click(await screen.findByRole("button", { name: "Export Data" }));
  const dialog = within(await screen.findByRole("dialog", { name: "Export Data" }));
  const choices = dialog
    .getAllByRole("radio")
    .map((radio) => (radio as HTMLInputElement).labels?.[0]?.textContent);
  expect(choices).toEqual(["All Data", "Filtered Data"]);
  fireEvent.click(dialog.getByLabelText("All Data"));
  clickButton("Export", dialog);
  await screen.findByText(/^The list is long, so its file is being written in the background/);
  const { jobs } = await callsOf("1");
  const [job] = (await jobs.list({})).rows;
  expect(job).toMatchObject({ title: "Export: Coupons", total: MAX_ROWS_PER_ANSWER + 3 });
});

test("Clear Filter also clears a search that was typed but not sent", async () => {
  await openConsole(shop, "/coupons");
  const search = await screen.findByRole<HTMLInputElement>("textbox", { name: "Search" });
  fireEvent.change(search, { target: { value: "not sent" } });
  clickButton("Clear Filter");
  await waitFor(() => expect(search.value).toBe(""));
});
