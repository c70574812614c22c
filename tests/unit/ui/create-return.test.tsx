// @vitest-environment jsdom
import "./browser";
import { act, fireEvent, screen, waitFor, within } from "@testing-library/react";
import { beforeEach, expect, it, vi } from "vitest";
import { answerCall } from "~/core/answer-call.server";
import { returnTexts } from "~/functions/orderReturns/page.server";
import type { OrderDetails, ReturnRow } from "~/functions/orderReturns/schemas";
import { badRequest, upstreamFailed } from "~/platform/errors";
import { returnRow } from "./return-row";
import { inDialog, isDisabled, orderDetails, orderLine, showReturns } from "./returns-page";

let details: OrderDetails;
let returns: ReturnRow[];
let requests: { operationId: string }[];
let create: () => Promise<{ success: boolean; upsError: boolean; msg: string; reason?: string }>;
beforeEach(() => {
  details = orderDetails();
  returns = [];
  requests = [];
});

async function open() {
  const calls = {
    orderReturns: {
      create: async (input: { operationId: string }) => {
        requests.push(input);
        return create();
      },
    },
  };
  await showReturns({
    details,
    returns,
    action: async ({ request }) => answerCall(calls, returnTexts, await request.json()),
  });
}

async function openDialog() {
  await open();
  fireEvent.click(screen.getByRole("button", { name: "Create Return" }));
  await screen.findByRole("dialog", { name: "Create Return of #1001" });
}

const quantity = (title: string) => inDialog().getByLabelText<HTMLInputElement>(`Quantity of ${title}`);
const enter = (title: string, value: string) => fireEvent.change(quantity(title), { target: { value } });
/** Below the banner with a reason, if there is one. */
const footer = () => inDialog().getAllByRole("alert").at(-1) as HTMLElement;

it("says before a return is created that UPS isn't set up, and where that is done", async () => {
  await showReturns({ isUpsSetUp: false, action: () => null });
  screen.getByText("UPS isn't set up for this shop");
  expect(screen.getByRole("link", { name: "Settings" }).getAttribute("href")).toBe("/settings/connections");
  expect(isDisabled("Create Return")).toBe(true);
});

it("shows the order, and its returns as PAID or PENDING", async () => {
  returns = [returnRow({ refund_status: true }), returnRow({ return_name: "#1001-R2", isedit: true })];
  await open();
  const cells = (name: string) =>
    within(screen.getByRole("table", { name }))
      .getAllByRole("cell")
      .map(({ textContent }) => textContent);
  expect(cells("order details")).toEqual(["#1001", "Ann Archer", "$1,234.50", "FULFILLED"]);
  const headings = (name: string) =>
    within(screen.getByRole("table", { name }))
      .getAllByRole("columnheader")
      .map(({ textContent }) => textContent);
  expect(headings("order details")).toEqual(["Order Number", "Customer", "Total", "Fulfillment Status"]);
  const statuses = screen.getAllByText(/^(PAID|PENDING)$/).map(({ textContent }) => textContent);
  expect(statuses).toEqual(["PAID", "PENDING"]);
  screen.getByText("Edited");
});

it("opens the label of a return that was created in Shopify", async () => {
  const url = "https://cdn.example/label.pdf";
  returns = [returnRow({ shipping_label_url: url }), returnRow({ return_name: "#1001-R2" })];
  await open();
  const link = screen.getByRole("link", { name: /^Label of #1001-R1 in Shopify/ });
  expect(link.getAttribute("href")).toBe(url);
  screen.getByText("No label here");
});

it("prints a label also while it is being downloaded", async () => {
  returns = [returnRow({ label_id: "l1" })];
  await open();
  const load = vi.fn(() => new Promise<Response>(() => {}));
  vi.stubGlobal("fetch", load);
  const download = screen.getByRole("button", { name: "Download label of #1001-R1" });
  fireEvent.click(download);
  fireEvent.click(download);
  fireEvent.click(screen.getByRole("button", { name: "More actions for #1001-R1" }));
  fireEvent.click(await screen.findByRole("menuitem", { name: "Print label of #1001-R1" }));
  vi.unstubAllGlobals();
  expect(load).toHaveBeenCalledTimes(2);
});

it.each([
  ["A return can be created when the order is fulfilled completely.", "PARTIALLY_FULFILLED", 3],
  ["Nothing is left to return from this order.", "FULFILLED", 0],
])("says why no return can be created: %s", async (reason, status, returnableQuantity) => {
  details.displayFulfillmentStatus = status;
  details.lineItems.edges = [orderLine("LAMP", { returnableQuantity })];
  await open();
  expect(isDisabled("Create Return")).toBe(true);
  screen.getByText(reason);
});

it("takes 60 characters in the search, and Clear empties it", async () => {
  await open();
  const field = screen.getByLabelText<HTMLInputElement>("Order number, customer or email");
  expect(field.maxLength).toBe(60);
  fireEvent.click(screen.getByRole("button", { name: "Clear" }));
  await waitFor(() => expect(field.value).toBe(""));
});

it("can be submitted when a line has a positive quantity within what is left", async () => {
  await openDialog();
  expect(inDialog().getAllByRole("spinbutton")).toHaveLength(3);
  expect(inDialog().queryByText("bdgifttag")).toBeNull();
  expect(isDisabled("Submit")).toBe(true);
  for (const wrong of ["4", "-1", "1.5"]) {
    enter("lamp", wrong);
    inDialog().getByText("0 to 3");
    expect(isDisabled("Submit")).toBe(true);
  }
  enter("lamp", "3");
  expect(isDisabled("Submit")).toBe(false);
  enter("anvil", "9");
  expect(isDisabled("Submit")).toBe(true);
  enter("anvil", "1");
  // Lines with unique tracking don't count.
  enter("crate", "1");
  expect(inDialog().getByText("77.00 of 70 lb").className).toContain("critical");
});

it("splits what is too heavy for one package into returns that are created one after the other", async () => {
  const heavy = (sku: string, units: number, weight: number) =>
    orderLine(sku, { returnableQuantity: units, variant: { weight, weightUnit: "POUNDS" } });
  details.lineItems.edges = [
    heavy("LAMP", 2, 4.5),
    heavy("SAW", 5, 33),
    orderLine("ANVIL", { variant: { weight: 71, weightUnit: "POUNDS" } }),
  ];
  create = async () => ({ success: true, upsError: false, msg: "The return was created." });
  await openDialog();
  enter("anvil", "1");
  inDialog().getByText(/^One unit of anvil is heavier than 70 lb/);
  enter("anvil", "0");
  enter("saw", "5");
  enter("lamp", "2");
  const packages = inDialog().getAllByRole("listitem");
  expect(packages.map(({ textContent }) => textContent)).toEqual([
    "2 × saw (66.00 lb)",
    "2 × saw (66.00 lb)",
    "2 × lamp, 1 × saw (42.00 lb)",
  ]);
  fireEvent.click(inDialog().getByRole("button", { name: "Enter package 1" }));
  for (const number of [1, 2, 3]) {
    await inDialog().findByText(new RegExp(`^Package ${number} of 3`));
    await waitFor(() => expect(quantity("saw").value).toBe(number === 3 ? "1" : "2"));
    expect(quantity("lamp").value).toBe(number === 3 ? "2" : "0");
    fireEvent.click(screen.getByRole("button", { name: "Submit" }));
    await waitFor(() => expect(requests).toHaveLength(number));
  }
  await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
  expect(new Set(requests.map(({ operationId }) => operationId)).size).toBe(3);
});

it("edits the shipping address within its limits, and shows what isn't valid", async () => {
  create = async () => ({ success: true, upsError: false, msg: "The return was created." });
  await openDialog();
  enter("lamp", "1");
  fireEvent.click(inDialog().getByLabelText("Edit Shipping Address"));
  const field = (name: string) => inDialog().getByLabelText<HTMLInputElement>(name);
  const limits = ["Address", "City", "ZIP code", "Phone"].map((name) => field(name).maxLength);
  expect(limits).toEqual([35, 35, 10, 16]);
  expect([field("Country").value, field("Country").readOnly]).toEqual(["United States", true]);
  const states = [...inDialog().getByLabelText<HTMLSelectElement>("State").options].map(({ value }) => value);
  for (const state of ["OR", "DC", "PR", "GU", "AA", "AE", "AP"]) expect(states).toContain(state);

  const wrong = { Address: "", City: "Salem 2", "ZIP code": "9720", Phone: "123", State: "" };
  for (const [name, value] of Object.entries(wrong)) fireEvent.change(field(name), { target: { value } });
  fireEvent.click(screen.getByRole("button", { name: "Submit" }));
  for (const problem of [
    "Address not valid.",
    "City not valid.",
    "Zip code not valid.",
    "Phone not valid.",
    "Choose a state from the list.",
  ])
    await inDialog().findByText(problem);
  expect(requests).toEqual([]);

  const right = { Address: "1 Elm St", City: "Salem", "ZIP code": "97301-1234", Phone: "", State: "OR" };
  for (const [name, value] of Object.entries(right)) fireEvent.change(field(name), { target: { value } });
  fireEvent.click(screen.getByRole("button", { name: "Submit" }));
  await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
  expect(requests).toMatchObject([
    {
      orderId: "gid://shopify/Order/1",
      lineItems: [{ lineitem_id: "gid://shopify/LineItem/LAMP", quantity: 1 }],
      isChecked1: true,
      editShippingAdress: {
        address: "1 Elm St",
        city: "Salem",
        state: "OR",
        zipcode: "97301-1234",
        phone: "",
      },
    },
  ]);
});

const answers = (upsError: boolean, msg: string) => async () => ({ success: false, upsError, msg });
const refuses = (text: string) => async () => {
  throw badRequest(text);
};

it.each([
  ["Some of the Customer Address Fields are Missing", refuses, false],
  ["Error from UPS: Unable to Create Shipping Label", (msg: string) => answers(true, msg), false],
  ["Heavier than the allowable package weight of 70 lbs.", refuses, false],
  ["Error: Unable To Create Return", (msg: string) => answers(false, msg), true],
])("%s: in the red footer for four seconds", async (text, failing, closes) => {
  vi.useFakeTimers({ shouldAdvanceTime: true });
  create = failing(text);
  await openDialog();
  enter("lamp", "1");
  fireEvent.click(screen.getByRole("button", { name: "Submit" }));
  await waitFor(() => expect(footer().textContent).toBe(text));
  // From here on only fake time passes.
  vi.setTimerTickMode("manual");
  await act(() => vi.advanceTimersByTimeAsync(3_500));
  expect(footer().textContent).toBe(text);
  await act(() => vi.advanceTimersByTimeAsync(1_000));
  if (closes) expect(screen.queryByRole("dialog")).toBeNull();
  else expect(footer().textContent).toBe("");
});

it("keeps other reasons until the next attempt", async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true });
  const text = "UPS or Shopify didn't answer. Search for the order again in a minute.";
  create = async () => {
    throw upstreamFailed(text);
  };
  await openDialog();
  enter("lamp", "1");
  fireEvent.click(screen.getByRole("button", { name: "Submit" }));
  await waitFor(() => expect(footer().textContent).toBe(text));
  vi.setTimerTickMode("manual");
  await act(() => vi.advanceTimersByTimeAsync(10_000));
  expect(footer().textContent).toBe(text);
  fireEvent.click(screen.getByRole("button", { name: "Submit" }));
  expect(footer().textContent).toBe("");
});

it("shows the reason of UPS until the next attempt", async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true });
  const reason = "120206 Missing or invalid ship from postal code.";
  create = async () => ({
    ...(await answers(true, "Error from UPS: Unable to Create Shipping Label")()),
    reason,
  });
  await openDialog();
  enter("lamp", "1");
  fireEvent.click(screen.getByRole("button", { name: "Submit" }));
  await inDialog().findByText(reason);
  vi.setTimerTickMode("manual");
  await act(() => vi.advanceTimersByTimeAsync(5_000));
  expect(footer().textContent).toBe("");
  inDialog().getByText(reason);
});

it("stays open for another attempt, and leaves the reason on the page when it closes", async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true });
  const reason = "Shopify didn't create the return: It is locked.";
  create = async () => ({ ...(await answers(false, "Error: Unable To Create Return")()), reason });
  await openDialog();
  enter("lamp", "1");
  const submit = () => fireEvent.click(screen.getByRole("button", { name: "Submit" }));
  submit();
  await inDialog().findByText(reason);
  const first = create;
  let answerSecond = () => {};
  create = () =>
    new Promise((resolve) => {
      answerSecond = () => resolve(first());
    });
  submit();
  await waitFor(() => expect(requests).toHaveLength(2));
  vi.setTimerTickMode("manual");
  await act(() => vi.advanceTimersByTimeAsync(5_000));
  screen.getByRole("dialog");
  await act(async () => answerSecond());
  await act(() => vi.advanceTimersByTimeAsync(5_000));
  expect(screen.queryByRole("dialog")).toBeNull();
  screen.getByText(`Error: Unable To Create Return. ${reason}`);
});

it("shows a refusal on the page when the dialog was closed before it came", async () => {
  let refuse = () => {};
  create = () =>
    new Promise((_resolve, reject) => {
      refuse = () => reject(badRequest("Heavier than the allowable package weight of 70 lbs."));
    });
  await openDialog();
  enter("lamp", "1");
  fireEvent.click(screen.getByRole("button", { name: "Submit" }));
  await waitFor(() => expect(requests).toHaveLength(1));
  fireEvent.keyUp(document, { key: "Escape", keyCode: 27 });
  await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
  await act(async () => refuse());
  await screen.findByText("Heavier than the allowable package weight of 70 lbs.");
});

it("a return that is being entered isn't taken along to an order that was found later", async () => {
  let answer = () => {};
  const other = { ...orderDetails(), name: "#1002" };
  const readOther = () => new Promise<OrderDetails>((resolve) => (answer = () => resolve(other)));
  const { router } = await showReturns({ action: () => null, readOther });
  act(() => void router.navigate("/orderReturns?value=%231002"));
  fireEvent.click(screen.getByRole("button", { name: "Create Return" }));
  await screen.findByRole("dialog", { name: "Create Return of #1001" });
  await act(async () => answer());
  await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
  fireEvent.click(screen.getByRole("button", { name: "Create Return" }));
  await screen.findByRole("dialog", { name: "Create Return of #1002" });
});
