/** The page Returns: the dialog that receives the items of a return. */
import { fireEvent, screen, waitFor, within } from "@testing-library/react";
import { afterAll, afterEach, beforeAll, expect, onTestFinished, test, vi } from "vitest";
import { type Opened, openReturn } from "../integration/orderReturns/open-return.ts";
import { ledgerServices } from "../support/ledger.ts";
import { openConsole } from "../support/open-console.tsx";
import { refreshMirror } from "../support/people.ts";
import { setUpUps } from "../support/returns.ts";
import { DEMO, openTestShop, type TestShop } from "../support/test-shop.ts";

let shop: TestShop;
let owner: Awaited<ReturnType<typeof setUpUps>>;
beforeAll(async () => {
  shop = await openTestShop("pages_receive_items");
  owner = await setUpUps(shop);
});
afterEach(() => void faults().reset(DEMO));
afterAll(() => shop.close());

const faults = () => shop.localStore.store.faults;

/** Opens the dialog of a return of two lamps and an anvil. */
async function openDialog({ receipt: { return_name } }: Opened) {
  const value = return_name.slice(0, return_name.lastIndexOf("-"));
  await openConsole(shop, `/orderReturns?${new URLSearchParams({ value })}`);
  fireEvent.click(await screen.findByRole("button", { name: `More actions for ${return_name}` }));
  fireEvent.click(await screen.findByRole("menuitem", { name: `Receive items of ${return_name}` }));
  await screen.findByLabelText("Disposition of Anvil");
}
const inDialog = () => within(screen.getByRole("dialog"));
const disposition = () => inDialog().getByLabelText<HTMLSelectElement>("Disposition of Anvil");
async function submit(name: string | RegExp) {
  const button = () => inDialog().getByRole("button", { name });
  await waitFor(() => expect(button().getAttribute("aria-disabled")).not.toBe("true"));
  fireEvent.click(button());
}
const isClosed = () => waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
/** The times for which something is shown, in milliseconds. */
function watchTimers() {
  const timers = vi.spyOn(globalThis, "setTimeout");
  onTestFinished(() => timers.mockRestore());
  return () => timers.mock.calls.map(([, milliseconds]) => milliseconds);
}

test("items are received with a disposition each, also after their refund couldn't be read", async () => {
  const opened = await openReturn(shop, owner);
  await openDialog(opened);
  faults().set(DEMO, { denied: 1 });
  fireEvent.change(disposition(), { target: { value: "MISSING" } });
  const tryAgain = await inDialog().findByRole("button", { name: "Try again" });
  expect(disposition().value).toBe("MISSING");
  const receive = inDialog().getByRole("button", { name: "Receive items" });
  expect(receive.getAttribute("aria-disabled")).toBe("true");
  faults().reset(DEMO);
  fireEvent.click(tryAgain);
  await inDialog().findByLabelText("$20.00 to the store credit of Ann Archer");
  expect(inDialog().queryByRole("button", { name: "Try again" })).toBeNull();
  expect(disposition().value).toBe("MISSING");
  const times = watchTimers();
  await submit("Receive items");
  await screen.findByText(`The items of ${opened.receipt.return_name} were received.`);
  await isClosed();
  expect(times()).toContain(7_000);
  await screen.findByText(/^Marked missing/);
});

test("a credit that is refused stays on the page until it is dismissed", async () => {
  const opened = await openReturn(shop, owner);
  const ledger = await ledgerServices(shop);
  await openDialog(opened);
  fireEvent.click(inDialog().getByLabelText(/to the store credit of Ann Archer$/));
  faults().setFor(DEMO, "ReturnProcess", { latencyMs: 60_000 });
  const times = watchTimers();
  const receipts = () => shop.localStore.store.counters.of(DEMO).requests.ReturnProcess ?? 0;
  const before = receipts();
  await submit("Receive and refund $30.00");
  await expect.poll(receipts).toBe(before + 1);
  // Another credit, given since the form was opened, makes it too much.
  await refreshMirror([opened.order.customerId]);
  expect((await ledger.post("Credit", opened.order.customerId, 1_499_900)).problem).toBeNull();
  faults().reset(DEMO);
  await screen.findByText(
    /were received\. The credit of \$30\.00 was refused: .* Add the credit on the Credits page\.$/,
  );
  await isClosed();
  expect(times()).not.toContain(7_000);
});

test("why items weren't received is in their dialog", async () => {
  const opened = await openReturn(shop, owner);
  await openDialog(opened);
  fireEvent.click(inDialog().getByLabelText(/to the store credit of Ann Archer$/));
  await refreshMirror([opened.order.customerId]);
  const { post } = await ledgerServices(shop);
  await post("Credit", opened.order.customerId, 1_499_900);
  await submit("Receive and refund $30.00");
  const refusal = /^The customer would have more than /;
  await inDialog().findByText(refusal);
  expect(screen.getAllByText(refusal)).toHaveLength(1);

  const lines = opened.receipt.lines.map(({ id }) => ({ id, disposition: "NOT_RESTOCKED" as const }));
  await owner.orderReturns.process({
    return_id: opened.returnId,
    lines,
    refund_to: "none",
    refund_cents: opened.receipt.amounts.refund,
  });
  await submit("Receive and refund $30.00");
  const reason = `${opened.receipt.return_name} was processed in Shopify. Continue there.`;
  await inDialog().findByRole("button", { name: "Try again" });
  // The receipt can't be read for the same reason.
  expect(screen.getAllByText(reason)).toHaveLength(1);
});
