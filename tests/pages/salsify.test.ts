/** The page Salsify: which metafields are monitored, with their delimiters. Its report is a report like others. */
import { cleanup, fireEvent, screen, waitFor, within } from "@testing-library/react";
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from "vitest";
import { mirrorProduct, query, text } from "../integration/salsify/support.ts";
import { type Calls, signedInCalls } from "../support/calls.ts";
import { defineMetafields } from "../support/metafield-definitions.ts";
import { clickButton } from "../support/on-screen.ts";
import { openConsole } from "../support/open-console.tsx";
import { hideTable, lockTable } from "../support/table-faults.ts";
import { DEMO, openTestShop, SECOND, type TestShop } from "../support/test-shop.ts";

const [CARE, MATERIAL] = ["custom.care", "specs.material"] as const;

let shop: TestShop;
let owner: Calls;
beforeAll(async () => {
  shop = await openTestShop("pages_salsify");
  owner = await signedInCalls(shop);
  await defineMetafields({ [MATERIAL]: "Material" });
  await mirrorProduct({ id: 1, metafields: { [MATERIAL]: text("Oak"), [CARE]: text("Oil") } });
});
beforeEach(async () => {
  await query("DELETE FROM monitored_metafields");
  await owner.salsify.updateField({ field: CARE, active: true, delimiter: "|" });
});
afterEach(() => {
  for (const domain of [DEMO, SECOND]) faults().reset(domain);
});
afterAll(() => shop.close());

const faults = () => shop.localStore.store.faults;

async function open(address = "/salsify", domain = DEMO) {
  await openConsole(shop, address, { shop: domain });
  await screen.findByRole("tab", { name: "Salsify" });
}

const box = (field: string) => screen.getByLabelText<HTMLInputElement>(`Monitor ${field}`);
const input = (field: string) => screen.getByLabelText<HTMLInputElement>(`Delimiter of ${field}`);
const type = (field: string, value: string) => fireEvent.change(input(field), { target: { value } });
const shownFields = () =>
  within(screen.getByRole("table", { name: "metafields" }))
    .getAllByRole("row")
    .slice(1)
    .map((row) => row.getAttribute("data-row-id"));
/** A metafield as it is stored. */
const stored = async (name: string) =>
  (await owner.salsify.getFields({})).find(({ field }) => field === name);

test("metafields are sorted and found, and all of them are unselected after a question", async () => {
  await open("/salsify?sort=field desc");
  expect(shownFields()).toEqual([MATERIAL, CARE]);
  screen.getByText("2 metafield(s) loaded. 1 activated for monitoring.");
  // The names of the definitions are Shopify's.
  faults().setFor(DEMO, "ProductMetafieldDefinitions", { latencyMs: 60_000 });
  fireEvent.click(screen.getByRole("link", { name: "Metafield" }));
  await screen.findByText("Please wait while loading");
  faults().reset(DEMO);
  await waitFor(() => expect(shownFields()).toEqual([CARE, MATERIAL]));
  expect(screen.queryByText("Please wait while loading")).toBeNull();
  const search = screen.getByRole("textbox", { name: "Search" });
  fireEvent.change(search, { target: { value: "MATERIAL" } });
  await waitFor(() => expect(shownFields()).toEqual([MATERIAL]));
  screen.getByText(/^1 found\./);

  clickButton("Unselect All Fields and Save");
  const dialog = within(await screen.findByRole("dialog"));
  dialog.getByText("Stop monitoring 1 metafield?");
  expect(await stored(CARE)).toMatchObject({ active: true });
  clickButton("Stop monitoring", dialog);
  await screen.findByText(/2 metafield\(s\) loaded\. No activated for monitoring metafields found\.$/);
  expect(await stored(CARE)).toMatchObject({ active: false, delimiter: "|" });
  // Nothing is lost, so no confirmation is shown.
  clickButton("Unselect All Fields and Save");
  await screen.findByText("No activated for monitoring metafields found.");
  expect(screen.queryByRole("dialog")).toBeNull();
});

test("a box is saved immediately, also again while it is being saved, and restored when that fails", async () => {
  await open();
  const unlock = await lockTable("monitored_metafields");
  fireEvent.click(box(MATERIAL));
  fireEvent.click(box(MATERIAL));
  expect(box(MATERIAL).checked).toBe(false);
  expect(box(MATERIAL).getAttribute("aria-busy")).toBe("true");
  await unlock();
  await screen.findByText("Metafield removed from monitoring");
  await waitFor(() => expect(box(MATERIAL).getAttribute("aria-busy")).toBe("false"));
  expect([box(MATERIAL).checked, (await stored(MATERIAL))?.active]).toEqual([false, false]);
  const { rows } = await owner.activity.list({});
  expect(rows.slice(0, 2).map(({ changes }) => changes[0]?.after)).toEqual(["not monitored", "monitored"]);

  await hideTable("audit_entries");
  fireEvent.click(box(MATERIAL));
  expect(box(MATERIAL).checked).toBe(true);
  await screen.findByText(/^Error updating specs\.material/);
  await waitFor(() => expect(box(MATERIAL).checked).toBe(false));
});

test("a delimiter is saved with Enter and when its cell is left, and restored with Escape and on failure", async () => {
  await open();
  type(CARE, "x");
  fireEvent.keyDown(input(CARE), { key: "Escape" });
  fireEvent.blur(input(CARE));
  expect(input(CARE).value).toBe("|");
  type(CARE, "; ");
  fireEvent.keyDown(input(CARE), { key: "Enter" });
  await screen.findByText("Delimiter saved");
  await waitFor(() => expect([input(CARE).value, input(CARE).readOnly]).toEqual(["; ", false]));
  expect((await stored(CARE))?.delimiter).toBe("; ");
  await hideTable("audit_entries");
  type(CARE, "/");
  fireEvent.blur(input(CARE));
  await screen.findByText(/^Error updating custom\.care/);
  await waitFor(() => expect(input(CARE).value).toBe("; "));
});

test("without an answer of Shopify, what is stored is shown, and a shop without metafields says so", async () => {
  faults().set(DEMO, { denied: 1 });
  await open();
  screen.getByText(/^Error getting metafields: /);
  screen.getByText(/^The list has what is stored in Backroom/);
  expect(shownFields()).toEqual([CARE, MATERIAL]);
  expect(screen.queryByText("No definition")).toBeNull();
  cleanup();
  await open("/salsify", SECOND);
  const grid = within(screen.getByRole("region", { name: "Metafields" }));
  grid.getByText("No Records Found");
  grid.getByText(/^No metafields found\./);
  cleanup();
  faults().set(SECOND, { denied: 1 });
  await open("/salsify", SECOND);
  screen.getByText(/^Error getting metafields: /);
  expect(screen.queryByText(/^The list has what is stored/)).toBeNull();
  expect(screen.queryByRole("table", { name: "metafields" })).toBeNull();
});
