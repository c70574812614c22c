/** The page Returns: an order, and the dialog that creates a return of it. */
import { act, cleanup, fireEvent, screen, waitFor, within } from "@testing-library/react";
import { afterAll, afterEach, beforeAll, expect, onTestFinished, test, vi } from "vitest";
import { processReturn } from "../../local-store/returns/finish-return.ts";
import type { Calls } from "../support/calls.ts";
import { signedInCalls } from "../support/calls.ts";
import { clickButton, isDisabled } from "../support/on-screen.ts";
import { openConsole } from "../support/open-console.tsx";
import { createReturn, findOrder, fulfilledOrder, outsideOf, setUpUps } from "../support/returns.ts";
import { DEMO, openTestShop, type TestShop } from "../support/test-shop.ts";

type Order = Awaited<ReturnType<typeof fulfilledOrder>>;

let shop: TestShop;
let owner: Calls;
beforeAll(async () => {
  shop = await openTestShop("pages_create_return");
  owner = await signedInCalls(shop);
});
afterEach(() => void faults().reset(DEMO));
afterAll(() => shop.close());

const faults = () => shop.localStore.store.faults;
const nameOf = async (order: Order) => (await findOrder(shop, owner, order)).orderDetails.name;
const addressOf = (name: string) => `/orderReturns?${new URLSearchParams({ value: name })}`;

/** Opens the page with an order. @returns its name */
async function open(order: Order) {
  const name = await nameOf(order);
  const router = await openConsole(shop, addressOf(name));
  await screen.findByRole("table", { name: "order details" });
  return { name, router };
}

const button = (name: string) => screen.getByRole("button", { name });
const inDialog = () => within(screen.getByRole("dialog"));
const cells = (table: string, role: "cell" | "columnheader" = "cell") =>
  within(screen.getByRole("table", { name: table }))
    .getAllByRole(role)
    .map(({ textContent }) => textContent);

async function openDialog(name: string) {
  clickButton("Create Return");
  await screen.findByRole("dialog", { name: `Create Return of ${name}` });
}
const isClosed = () => waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
const quantity = (title: string) => inDialog().getByLabelText<HTMLInputElement>(`Quantity of ${title}`);
const enter = (title: string, value: string) => fireEvent.change(quantity(title), { target: { value } });
const field = (name: string) => inDialog().getByLabelText<HTMLInputElement>(name);
const fill = (values: Record<string, string>) => {
  for (const [name, value] of Object.entries(values)) fireEvent.change(field(name), { target: { value } });
};
async function submit() {
  await waitFor(() => expect(isDisabled("Submit")).toBe(false));
  clickButton("Submit");
}
/** Below the banner with a reason, if there is one. */
const footer = () => inDialog().getAllByRole("alert").at(-1)?.textContent;

/** The timers of four seconds that haven't been cleared. @returns what lets their time pass */
function watchFooters() {
  const starts = vi.spyOn(globalThis, "setTimeout");
  const stops = vi.spyOn(globalThis, "clearTimeout");
  onTestFinished(() => {
    starts.mockRestore();
    stops.mockRestore();
  });
  return () => {
    const ended = new Set<unknown>(stops.mock.calls.map(([timer]) => timer));
    const running = starts.mock.calls
      .map(([run, milliseconds], index) => ({ run, milliseconds, timer: starts.mock.results[index]?.value }))
      .filter(({ milliseconds, timer }) => milliseconds === 4_000 && !ended.has(timer));
    for (const { run, timer } of running) {
      clearTimeout(timer);
      act(() => (run as () => void)());
    }
    return running.length;
  };
}

test("the page says why no return can be created", async () => {
  const waiting = await fulfilledOrder(shop, { isFulfilled: false });
  const order = await fulfilledOrder(shop);
  const { name, router } = await open(order);
  screen.getByText("UPS isn't set up for this shop");
  const settings = within(screen.getByRole("main")).getByRole("link", { name: "Settings" });
  expect(settings.getAttribute("href")).toBe("/settings/connections");
  expect(isDisabled("Create Return")).toBe(true);
  await setUpUps(shop);
  await act(() => router.revalidate());
  await waitFor(() => expect(isDisabled("Create Return")).toBe(false));
  expect(cells("order details", "columnheader")).toEqual([
    "Order Number",
    "Customer",
    "Total",
    "Fulfillment Status",
  ]);
  expect(cells("order details")).toEqual([name, "Ann Archer", "$60.00", "FULFILLED"]);

  await act(async () => router.navigate(addressOf(await nameOf(waiting))));
  await screen.findByText("A return can be created when the order is fulfilled completely.");
  expect(isDisabled("Create Return")).toBe(true);
  const search = screen.getByLabelText<HTMLInputElement>("Order number, customer or email");
  expect(search.maxLength).toBe(60);
  clickButton("Clear");
  await waitFor(() => expect(search.value).toBe(""));
});

test("what is too heavy for a package is split into returns, which are created one after the other", async () => {
  const order = await fulfilledOrder(shop);
  const { name, router } = await open(order);
  await openDialog(name);
  // The gift tag isn't offered.
  expect(inDialog().getAllByRole("spinbutton")).toHaveLength(2);
  expect(isDisabled("Submit")).toBe(true);
  for (const wrong of ["4", "-1", "1.5"]) {
    enter("Lamp", wrong);
    inDialog().getByText("0 to 3");
    expect(isDisabled("Submit")).toBe(true);
  }
  enter("Lamp", "3");
  expect(isDisabled("Submit")).toBe(false);
  enter("Anvil", "9");
  expect(isDisabled("Submit")).toBe(true);
  enter("Anvil", "2");
  expect(inDialog().getByText("77.00 of 70 lb").className).toContain("critical");
  const packages = inDialog().getAllByRole("listitem");
  expect(packages.map(({ textContent }) => textContent)).toEqual([
    "3 × Lamp, 1 × Anvil (41.50 lb)",
    "1 × Anvil (35.50 lb)",
  ]);
  fireEvent.click(inDialog().getByRole("button", { name: "Enter package 1" }));
  await inDialog().findByText(/^Package 1 of 2\. The next one is entered when this one is created\./);
  expect([quantity("Lamp").value, quantity("Anvil").value]).toEqual(["3", "1"]);
  await submit();
  await inDialog().findByText("Package 2 of 2. It is the last one.");
  expect(quantity("Anvil").value).toBe("1");
  // Nothing of them is left to return.
  expect(inDialog().queryByLabelText("Quantity of Lamp")).toBeNull();
  await submit();
  await isClosed();
  await screen.findByText("Nothing is left to return from this order.");
  expect(isDisabled("Create Return")).toBe(true);
  const { labels, returns } = await outsideOf(shop, [order.id]);
  expect([labels.length, returns.length]).toEqual([2, 2]);

  // The label can be printed also while it is being downloaded, and another click on the same action doesn't repeat it.
  const load = vi.spyOn(globalThis, "fetch").mockImplementation(() => new Promise(() => {}));
  const download = button(`Download label of ${name}-R1`);
  fireEvent.click(download);
  fireEvent.click(download);
  clickButton(`More actions for ${name}-R1`);
  fireEvent.click(await screen.findByRole("menuitem", { name: `Print label of ${name}-R1` }));
  const loads = load.mock.calls.length;
  load.mockRestore();
  expect(loads).toBe(2);

  await refundFirst(order);
  await act(() => router.revalidate());
  const statuses = () => screen.getAllByText(/^(PAID|PENDING)$/).map(({ textContent }) => textContent);
  await waitFor(() => expect(statuses()).toEqual(["PAID", "PAID", "PENDING"]));
});

/** Processes and refunds the first return of an order in Shopify. */
async function refundFirst({ id }: Order): Promise<void> {
  const { store } = shop.localStore;
  const { rows } = await store.pool.query<{ id: number; lines: { id: number; quantity: number }[] }>(
    "SELECT id, lines FROM order_returns WHERE order_id = $1 ORDER BY id LIMIT 1",
    [id],
  );
  const [first] = rows;
  const lines = (first?.lines ?? []).map((line) => ({ id: line.id, quantity: line.quantity, restock: true }));
  // Each unit costs ten dollars.
  const cents = 1_000 * lines.reduce((sum, line) => sum + line.quantity, 0);
  await processReturn(store, DEMO, first?.id ?? 0, {
    lines,
    transfers: [{ to: "credit", cents, expiresAt: null }],
  });
}

test("a return that was created in Shopify has its label, or none", async () => {
  const order = await fulfilledOrder(shop);
  await createReturn(shop, owner, order, { LAMP: 1 });
  const { database } = await import("~/platform/db/pool.server");
  await database().query("DELETE FROM return_cases WHERE order_id = $1", [order.orderId]);
  const { name, router } = await open(order);
  const link = screen.getByRole("link", { name: new RegExp(`^Label of ${name}-R1 in Shopify`) });
  expect(link.getAttribute("href")).toMatch(/^http.*\.pdf/);
  await refundFirst(order);
  await shop.localStore.store.pool.query("DELETE FROM reverse_deliveries");
  await act(() => router.revalidate());
  await screen.findByText("No label here");
});

test("the shipping address is edited within its limits, and a unit that is too heavy isn't accepted", async () => {
  const order = await fulfilledOrder(shop);
  const { pool } = shop.localStore.store;
  await pool.query("UPDATE order_lines SET grams = 32206 WHERE order_id = $1 AND sku = 'ANVIL'", [order.id]);
  const { name } = await open(order);
  await openDialog(name);
  enter("Anvil", "1");
  inDialog().getByText(/^One unit of Anvil is heavier than 70 lb/);
  enter("Anvil", "0");
  enter("Lamp", "1");
  fireEvent.click(field("Edit Shipping Address"));
  const limits = ["Address", "City", "ZIP code", "Phone"].map((label) => field(label).maxLength);
  expect(limits).toEqual([35, 35, 10, 16]);
  expect([field("Country").value, field("Country").readOnly]).toEqual(["United States", true]);
  const states = [...inDialog().getByLabelText<HTMLSelectElement>("State").options].map(({ value }) => value);
  for (const state of ["OR", "DC", "PR", "GU", "AA", "AE", "AP"]) expect(states).toContain(state);
  fill({ Address: "", City: "Salem 2", "ZIP code": "9720", Phone: "123", State: "" });
  await submit();
  for (const problem of [
    "Address not valid.",
    "City not valid.",
    "Zip code not valid.",
    "Phone not valid.",
    "Choose a state from the list.",
  ])
    inDialog().getByText(problem);
  expect((await outsideOf(shop, [order.id])).returns).toEqual([]);
  fill({ Address: "1 Elm St", City: "Salem", "ZIP code": "97301-1234", Phone: "", State: "OR" });
  await submit();
  await isClosed();
  await screen.findByText("1 Elm St, Salem, OR, 97301-1234");
  screen.getByText("Edited");
});

test("why a return isn't created is in the red footer, for four seconds or until the next attempt", async () => {
  const pass = watchFooters();
  const order = await fulfilledOrder(shop);
  const { name } = await open(order);
  await openDialog(name);
  const says = (text: string | RegExp) => waitFor(() => expect(footer()).toMatch(text));

  enter("Anvil", "2");
  await submit();
  await says("Heavier than the allowable package weight of 70 lbs.");
  expect([pass(), footer()]).toEqual([1, ""]);

  enter("Anvil", "1");
  fireEvent.click(field("Edit Shipping Address"));
  fill({ Address: "1 Elm St", City: "Salem", "ZIP code": "00000", Phone: "", State: "OR" });
  await submit();
  expect(footer()).toBe("");
  await says("Error from UPS: Unable to Create Shipping Label");
  const reason = inDialog().getByText(/^\d+ ./).textContent ?? "";
  expect([pass(), footer()]).toEqual([1, ""]);
  inDialog().getByText(reason);

  fireEvent.click(field("Edit Shipping Address"));
  faults().setFor(DEMO, "ReturnCreate", { userError: 1 });
  await submit();
  expect(inDialog().queryByText(reason)).toBeNull();
  await says("Error: Unable To Create Return");
  // It stays open for another attempt that is on its way.
  const creations = () => shop.localStore.store.counters.of(DEMO).requests.ReturnCreate ?? 0;
  const before = creations();
  faults().setFor(DEMO, "ReturnCreate", { latencyMs: 60_000 });
  await submit();
  expect(pass()).toBe(0);
  await expect.poll(creations).toBe(before + 1);
  faults().reset(DEMO);
  faults().setFor(DEMO, "ReturnCreate", { userError: 1 });
  await says("Error: Unable To Create Return");
  const failure = inDialog().getByText(/^Shopify didn't /).textContent ?? "";
  expect(pass()).toBe(1);
  expect(screen.queryByRole("dialog")).toBeNull();
  screen.getByText(`Error: Unable To Create Return. ${failure}`);

  cleanup();
  const next = await open(await fulfilledOrder(shop));
  await openDialog(next.name);
  enter("Lamp", "1");
  faults().set(DEMO, { upsServerError: 1 });
  await submit();
  await says(/^UPS or Shopify didn't answer\./);
  expect(pass()).toBe(0);
  await submit();
  expect(footer()).toBe("");
});

test("a dialog that is left says its outcome on the page, and isn't taken along to another order", async () => {
  const order = await fulfilledOrder(shop, { address: null });
  const other = await nameOf(await fulfilledOrder(shop));
  const { name, router } = await open(order);
  await openDialog(name);
  inDialog().getByText("The order has no shipping address. Edit it for this return.");
  enter("Lamp", "1");
  faults().set(DEMO, { latencyMs: 60_000 });
  await submit();
  fireEvent.keyUp(document, { key: "Escape", keyCode: 27 });
  await isClosed();
  faults().reset(DEMO);
  await screen.findByText("Some of the Customer Address Fields are Missing");

  faults().set(DEMO, { latencyMs: 60_000 });
  act(() => void router.navigate(addressOf(other)));
  await openDialog(name);
  faults().reset(DEMO);
  await isClosed();
  await openDialog(other);
});
