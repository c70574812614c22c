/** The page Import Price: scheduled prices are moved, paused and edited. */
import { fireEvent, screen, waitFor, within } from "@testing-library/react";
import { afterAll, beforeAll, expect, test } from "vitest";
import { addMirroredProduct, priceFile } from "../integration/bulkprice/support.ts";
import { importFile } from "../integration/imports/support.ts";
import { type Calls, signedInCalls } from "../support/calls.ts";
import { clickButton } from "../support/on-screen.ts";
import { openConsole } from "../support/open-console.tsx";
import { hideTable, lockTable } from "../support/table-faults.ts";
import { openTestShop, type TestShop } from "../support/test-shop.ts";

let shop: TestShop;
let owner: Calls;
beforeAll(async () => {
  shop = await openTestShop("pages_bulk_price");
  owner = await signedInCalls(shop);
  const skus = ["DRILL", "SAW", "VISE", "CLAMP"];
  await addMirroredProduct(
    shop,
    "tools",
    skus.map((sku) => ({ sku, price: 1_200 })),
  );
  await importFile(
    owner,
    priceFile(...skus.map((sku) => [sku, "10", "", "12-01-2099 00:00:00", "false", ""])),
  );
});
afterAll(() => shop.close());

/** The price of a SKU as it is stored. */
async function stored(sku: string) {
  const [row] = await owner.bulkPrice.list({ searchValue: sku });
  if (!row) throw new Error(`${sku} has no price.`);
  return row;
}

/** Changes a price in another window. */
async function changeElsewhere(sku: string, change: Record<string, string>): Promise<void> {
  const { ID, MODEL, PRICE, EFFECTIVE_DATE, version } = await stored(sku);
  await owner.bulkPrice.update({
    ...{ ID, MODEL, PRICE, EFFECTIVE_DATE, version, COMPARE_AT_PRICE: "", BELOW_MAPP_ITEM_TAG: "false" },
    ...change,
  } as Parameters<Calls["bulkPrice"]["update"]>[0]);
}

const button = (name: string) => screen.getByRole("button", { name });
const openDialog = async () => within(await screen.findByRole("dialog"));
const isClosed = () => waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
async function edit(sku: string) {
  fireEvent.click(await screen.findByRole("button", { name: `Edit ${sku}` }));
  const dialog = await openDialog();
  await dialog.findByLabelText("Price");
  return dialog;
}

test("prices stay selected until they are moved or paused", async () => {
  await openConsole(shop, "/bulkprice");
  const box = await screen.findByRole<HTMLInputElement>("checkbox", { name: "Select DRILL" });
  fireEvent.click(box);
  const restore = await hideTable("audit_entries");
  clickButton("Move");
  const dialog = await openDialog();
  fireEvent.change(await dialog.findByLabelText("New date"), {
    target: { value: "12/02/2099 12:00:00 AM" },
  });
  const move = () => dialog.getByRole("button", { name: "Move" });
  fireEvent.click(move());
  await screen.findByText(/Reference: /);
  expect(box.checked).toBe(true);
  await restore();
  await waitFor(() => expect(move().getAttribute("aria-disabled")).not.toBe("true"));
  fireEvent.click(move());
  await screen.findByText("Moved 1 price.");
  await waitFor(() => expect(box.checked).toBe(false));
  expect((await stored("DRILL")).EFFECTIVE_DATE).toBe("12-02-2099 00:00:00");

  fireEvent.click(box);
  const restoreAgain = await hideTable("audit_entries");
  clickButton("Pause");
  await screen.findAllByText(/Reference: /);
  await waitFor(() => expect(button("Pause").getAttribute("aria-disabled")).not.toBe("true"));
  expect(box.checked).toBe(true);
  await restoreAgain();
  clickButton("Pause");
  await screen.findByText("Paused 1 price.");
  await waitFor(() => expect(box.checked).toBe(false));
  expect((await stored("DRILL")).state).toBe("paused");
});

test("a price keeps what isn't edited, and its tag doesn't change while it is being saved", async () => {
  // The second half past one of the night on which the clocks go back, and the end of the year 9999.
  await changeElsewhere("SAW", { EFFECTIVE_DATE: "2099-11-01T06:30:00.000Z" });
  await changeElsewhere("VISE", { END_DATE: "+010000-01-01T04:59:59.000Z" });
  const before = await Promise.all(["SAW", "VISE"].map(stored));
  await openConsole(shop, "/bulkprice");
  for (const [index, sku] of ["SAW", "VISE"].entries()) {
    const dialog = await edit(sku);
    fireEvent.change(dialog.getByLabelText("Price"), { target: { value: "11" } });
    clickButton("Submit", dialog);
    await isClosed();
    const { effectiveAt, endAt, EFFECTIVE_DATE, END_DATE } = before[index] ?? {};
    expect(await stored(sku)).toMatchObject({ PRICE: "11.00", effectiveAt, endAt, EFFECTIVE_DATE, END_DATE });
  }
  const dialog = await edit("SAW");
  const choice = (name: string) => dialog.getByRole<HTMLInputElement>("radio", { name });
  fireEvent.click(choice("True"));
  const unlock = await lockTable("price_schedules");
  clickButton("Submit", dialog);
  fireEvent.click(choice("False"));
  expect(choice("True").checked).toBe(true);
  await unlock();
  await isClosed();
  const { effectiveAt } = before[0] ?? {};
  expect(await stored("SAW")).toMatchObject({ PRICE: "11.00", BELOW_MAPP_ITEM_TAG: "true", effectiveAt });
});

test("both values are shown when what is edited was changed elsewhere, and what was typed goes on top", async () => {
  await openConsole(shop, "/bulkprice");
  const dialog = await edit("CLAMP");
  const price = dialog.getByLabelText<HTMLInputElement>("Price");
  fireEvent.change(price, { target: { value: "11" } });
  // The price that is edited here, and the date that isn't.
  await changeElsewhere("CLAMP", {
    PRICE: "12",
    EFFECTIVE_DATE: "12-05-2099 00:00:00",
    BELOW_MAPP_ITEM_TAG: "true",
  });
  clickButton("Submit", dialog);
  await dialog.findByText(/^You changed this price in another window since you opened it\./);
  await dialog.findByText(/^Changed from “10\.00” to “12\.00” since you opened this\.$/);
  expect(price.value).toBe("11");
  expect(dialog.getByLabelText<HTMLInputElement>("Date From").value).toBe("12/05/2099 12:00:00 AM");
  dialog.getByText(/Changed from “12\/01\/2099 12:00:00 AM” to “12\/05\/2099 12:00:00 AM”/);
  clickButton("Apply my changes on top", dialog);
  await isClosed();
  expect(await stored("CLAMP")).toMatchObject({
    PRICE: "11.00",
    EFFECTIVE_DATE: "12-05-2099 00:00:00",
    BELOW_MAPP_ITEM_TAG: "true",
  });
});
