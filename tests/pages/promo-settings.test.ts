/** What the promotion review works with: its reasons, promotions and settings. */
import { act, fireEvent, screen, waitFor, within } from "@testing-library/react";
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { addProduct, runRebuild } from "../integration/products/support.ts";
import { addReason } from "../integration/promo/support.ts";
import { callsOf } from "../support/calls.ts";
import { rebuildsOf } from "../support/jobs.ts";
import { clickButton } from "../support/on-screen.ts";
import { openConsole } from "../support/open-console.tsx";
import { lockRecord, lockTable } from "../support/table-faults.ts";
import type { TestShop } from "../support/test-shop.ts";
import { dialog, openPromoShop, query } from "./promo-shop.ts";

let shop: TestShop;
beforeAll(async () => {
  ({ shop } = await openPromoShop("pages_promo_settings"));
  for (const [handle, title] of [
    ["battery", "Battery"],
    ["charger", "Battery charger"],
  ] as const)
    await addProduct(shop.localStore, { handle, title, variants: [{ sku: `${handle}-5` }] });
  const [rebuild] = await rebuildsOf("products");
  await runRebuild(rebuild?.id ?? "");
});
afterEach(() => Reflect.deleteProperty(window, "shopify"));
afterAll(() => shop.close());

/** The card of a list of reasons, with its form. */
async function cardOf(title: string) {
  const table = await screen.findByRole("table", { name: title });
  const card = within(table.closest(".Polaris-ShadowBevel") as HTMLElement);
  const field = (label: string) => card.getByLabelText<HTMLInputElement>(label);
  return {
    ...card,
    table: within(table),
    field,
    enter: (label: string, value: string) => fireEvent.change(field(label), { target: { value } }),
    press: (name: string) => fireEvent.click(card.getByRole("button", { name })),
    buttons: () =>
      card.getAllByRole("button").map((button) => button.getAttribute("aria-label") ?? button.textContent),
  };
}
const denyReasons = async () => (await (await callsOf()).promo.denyReasons()).list;

test("a reason is added, edited in the form above its list, and deleted after a question", async () => {
  await openConsole(shop, "/promo?tab=DenyList");
  const { table, field, enter, press, buttons } = await cardOf("Deny reasons");
  const headings = table.getAllByRole("columnheader").map(({ textContent }) => textContent);
  expect(headings).toEqual(["Reason", "Order in list"]);
  expect(buttons()).toEqual(["Add", "Clear", "Edit Too late"]);
  enter("Reason", "No date");
  enter("Order", "7");
  press("Add");
  await screen.findByText("New Reason created");
  await waitFor(() => expect(buttons()).toEqual(["Add", "Clear", "Edit No date", "Edit Too late"]));

  press("Edit No date");
  expect(buttons().slice(0, 3)).toEqual(["Update", "Delete", "Cancel"]);
  expect([field("Reason").value, field("Order").value]).toEqual(["No date", "7"]);
  expect(document.activeElement).toBe(field("Reason"));
  press("Cancel");
  expect(buttons().slice(0, 2)).toEqual(["Add", "Clear"]);
  // Wherever its row is clicked.
  fireEvent.click(table.getByText("7"));
  expect(document.activeElement).toBe(screen.getByDisplayValue("No date"));
  enter("Order", "");
  press("Update");
  await screen.findByText("New Reason updated");
  await waitFor(() => expect(buttons()).toEqual(["Add", "Clear", "Edit No date", "Edit Too late"]));
  await waitFor(() => expect(table.queryByText("7")).toBeNull());
  expect(field("Reason").value).toBe("");
  // The button that was pressed is gone.
  expect(document.activeElement).toBe(field("Reason"));
  expect(await denyReasons()).toMatchObject([
    { reason: "No date", orderInList: null },
    { reason: "Too late" },
  ]);

  const held = await cardOf("Hold reasons");
  held.press("Edit Blurred receipt");
  held.press("Delete");
  await screen.findByRole("dialog", { name: "Delete “Blurred receipt”?" });
  expect((await (await callsOf()).promo.holdReasons()).list).toHaveLength(1);
  clickButton("Delete", dialog());
  await screen.findByText("The hold reason was deleted.");
  await screen.findByText("Add the first reason. Reviewers can choose it then.");
});

test("what a colleague has changed since a reason was opened is shown, and what was entered is applied on top", async () => {
  const id = await addReason(query, "deny_reasons", { reason: "Wrong model", order_in_list: 7 });
  const router = await openConsole(shop, "/promo?tab=DenyList");
  const { enter, press, buttons } = await cardOf("Deny reasons");
  press("Edit Wrong model");
  enter("Order", "2");
  const { promo } = await callsOf("2");
  await promo.changeDenyReason({ id, reason: "Another model", orderInList: 7 });
  act(() => void router.revalidate());
  // A field that wasn't edited follows.
  await screen.findByDisplayValue("Another model");
  screen.getByText("Changed from “Wrong model” to “Another model” since you opened this.");
  press("Update");
  fireEvent.click(await screen.findByRole("button", { name: "Apply my changes on top" }));
  await screen.findByText("New Reason updated");
  await waitFor(() => expect(buttons().slice(0, 2)).toEqual(["Add", "Clear"]));
  expect(await denyReasons()).toContainEqual(
    expect.objectContaining({ id, reason: "Another model", orderInList: 2 }),
  );
});

test("a reason that is clicked while another one is being saved doesn't take its place", async () => {
  const id = await addReason(query, "deny_reasons", { reason: "Being saved" });
  await openConsole(shop, "/promo?tab=DenyList");
  const { enter, press } = await cardOf("Deny reasons");
  const release = await lockRecord("deny_reasons", id);
  press("Edit Being saved");
  enter("Reason", "Saved");
  press("Update");
  press("Edit Too late");
  screen.getByDisplayValue("Saved");
  await release();
  await screen.findByText("New Reason updated");
  await waitFor(() => expect(screen.queryByDisplayValue("Saved")).toBeNull());
  press("Edit Too late");
  screen.getByDisplayValue("Too late");
});

const CHARGER = "Battery charger (charger-5)";
const reward = () => screen.getByRole<HTMLInputElement>("combobox", { name: "Reward" });

test("a promotion is created for a reward that is searched for, and stays as it is while it is saved", async () => {
  const router = await openConsole(shop, "/promo/promotions/new");
  await screen.findByLabelText("Retailers (optional)");
  const help = (label: string) => {
    const id = screen.getByLabelText(`${label} (optional)`).getAttribute("aria-describedby") ?? "";
    return document.getElementById(id)?.textContent;
  };
  expect(help("Retailers")).toBe("One per line. Leave blank for free text.");
  // The public form leaves these two out.
  expect(help("Age ranges")).toBe("One per line. Leave blank for no question.");
  expect(help("Genders")).toBe("One per line. Leave blank for no question.");

  // A reward that is chosen without typing is a change, too.
  fireEvent.focus(reward());
  fireEvent.click(await screen.findByRole("option", { name: CHARGER }));
  await screen.findByText("Unsaved changes");
  fireEvent.change(screen.getByLabelText("Name"), { target: { value: "Spring" } });
  fireEvent.change(reward(), { target: { value: "TERY-5" } });
  await waitFor(() => expect(screen.queryByRole("option", { name: CHARGER })).toBeNull());
  fireEvent.click(screen.getByRole("option", { name: "Battery (battery-5)" }));
  expect(reward().value).toBe("Battery");

  fireEvent.focus(reward());
  const charger = await screen.findByRole("option", { name: CHARGER });
  const release = await lockTable("promotions");
  clickButton("Save");
  await waitFor(() => expect(reward().readOnly).toBe(true));
  fireEvent.click(charger);
  expect(reward().value).toBe("Battery");
  await release();
  await screen.findByRole("heading", { name: "Promotions" });
  expect(router.state.location.pathname).toBe("/promo/promotions");
  expect((await (await callsOf()).promo.promotions()).list).toContainEqual(
    expect.objectContaining({ name: "Spring", rewardTitle: "Battery" }),
  );
});

test("a promotion that is changed leads back to the promotions, without a question about unsaved changes", async () => {
  // The admin asks before unsaved changes are left. Here, that question has no answer.
  const saveBar = { leaveConfirmation: () => new Promise(() => {}) };
  Object.assign(window, { shopify: { saveBar, loading() {} } });
  await openConsole(shop, "/promo/promotions/1");
  fireEvent.change(await screen.findByLabelText("Name"), { target: { value: "Summer" } });
  fireEvent.click(await screen.findByRole("button", { name: "Save" }));
  await screen.findByRole("heading", { name: "Promotions" });
  await screen.findByRole("link", { name: "Summer" });
});

test("a setting of the review says what it can be", async () => {
  await openConsole(shop, "/settings/promotion");
  const field = await screen.findByLabelText("Undo, in seconds");
  const enter = (value: string) => {
    fireEvent.change(field, { target: { value } });
    fireEvent.blur(field);
  };
  for (const value of ["", "1e3", "3601", "-1"]) {
    enter(value);
    screen.getByText("Enter a whole number from 0 to 3,600.");
    enter("60");
    expect(screen.queryByText("Enter a whole number from 0 to 3,600.")).toBeNull();
  }
});
