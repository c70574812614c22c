/** The page SOLR Filters: definitions, a collection's filters with their settings and options, copies, and publishing. */
import { act, cleanup, fireEvent, screen, waitFor, within } from "@testing-library/react";
import { afterAll, beforeAll, expect, onTestFinished, test, vi } from "vitest";
import { ensureCollection } from "../../local-store/catalog/collections.ts";
import { transaction } from "../../local-store/data/database.ts";
import { type FiltersShop, openFiltersShop } from "../integration/solrFilters/support.ts";
import { clickButton, clickWhenReady } from "../support/on-screen.ts";
import { openConsole } from "../support/open-console.tsx";
import { hideTable } from "../support/table-faults.ts";
import { DEMO } from "../support/test-shop.ts";

let shop: FiltersShop;
let tools: string;
beforeAll(async () => {
  shop = await openFiltersShop("pages_solr_filters");
  tools = await shop.addCollection("Tools");
  const type = "single_line_text_field";
  const color = (value: string) => [{ namespace: "custom", key: "color", type, value }];
  for (const value of ["Red", "Blue"])
    await shop.addProduct({
      handle: value,
      vendor: "Harbor",
      metafields: color(value),
      collections: [tools],
    });
});
afterAll(() => shop.close());

const calls = () => shop.owner.solrFilters;

async function open(query: string) {
  const router = await openConsole(shop, `/solrFilters?${query}`);
  await screen.findByRole("heading", { name: "SOLR Filters" });
  return router;
}
/** Opens the filters of a collection. */
async function openCollection(id = tools) {
  const router = await open(`tab=collections&collection=${id}`);
  await screen.findByRole("columnheader", { name: "Included" });
  return router;
}

const button = (name: string) => screen.getByRole("button", { name });
const isDisabled = (element: HTMLElement) =>
  element.hasAttribute("disabled") || element.getAttribute("aria-disabled") === "true";
const type = (element: HTMLElement, value: string) => fireEvent.change(element, { target: { value } });
const openDialog = async () => within(await screen.findByRole("dialog"));
const isClosed = () => waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
const toggle = (name: string) => fireEvent.click(screen.getByRole("checkbox", { name }));

/** A filter of a collection as it is stored. */
async function stored(name: string, id = tools) {
  const { filters } = await calls().collection({ id });
  return filters.find(({ filter }) => filter.name === name);
}

test("filters are activated and get their settings, and what someone else changed since is said", async () => {
  await open("tab=definitions");
  expect([isDisabled(button("Update Collections")), isDisabled(button("UI Settings of vendor"))]).toEqual([
    true,
    true,
  ]);
  toggle("vendor is active");
  await screen.findByText("vendor is active.");
  toggle("custom.color is active");
  await screen.findByText("custom.color is active.");
  await clickWhenReady("UI Settings of vendor");
  const settings = await openDialog();
  settings.getByText(/Those that include it already keep their own\.$/);
  type(settings.getByLabelText("Overwrite"), "Brand");
  clickButton("Save Changes", settings);
  await isClosed();
  await within(screen.getByText("vendor", { exact: true }).closest("tr") as HTMLElement).findByText("Brand");

  await clickWhenReady("SOLR Settings of vendor");
  const solr = await openDialog();
  fireEvent.click(solr.getByLabelText("Return to PLP"));
  await calls().updateSolr({ name: "vendor", version: 1, search: true });
  clickButton("Save Changes", solr);
  await solr.findByText(/^Error updating filter's SOLR settings: .* changed this filter/);
  const { filtersDef } = await calls().definitions();
  expect(filtersDef.find(({ name }) => name === "vendor")).toMatchObject({ output: false, search: true });
});

test("a collection's filters are included, set up, copied and published", async () => {
  for (const name of ["vendor", "price", "custom.color"]) await calls().setActive({ name, active: true });
  await openCollection();
  expect(isDisabled(button("Copy Configuration"))).toBe(true);
  expect(["Settings of vendor", "Options of vendor"].map((name) => isDisabled(button(name)))).toEqual([
    true,
    true,
  ]);
  for (const name of ["price", "vendor", "custom.color"]) {
    toggle(`Include ${name}`);
    await screen.findByText(`${name} is included.`);
    await waitFor(() => expect(isDisabled(button(`Settings of ${name}`))).toBe(false));
  }
  expect(isDisabled(button("Options of price"))).toBe(true);

  await clickWhenReady("Copy Configuration");
  const alone = await openDialog();
  alone.getByText("The store has no other collection.");
  fireEvent.keyUp(document, { key: "Escape", keyCode: 27 });
  await isClosed();

  await clickWhenReady("Settings of vendor");
  const settings = await openDialog();
  const disabled = (...labels: string[]) => labels.map((label) => isDisabled(settings.getByLabelText(label)));
  const save = settings.getByRole("button", { name: "Save Changes" });
  expect(isDisabled(save)).toBe(true);
  expect(
    disabled("Custom", "Params", "Custom Range", "Custom Range button caption", "Show Option Finder"),
  ).toEqual([true, true, true, true, false]);
  type(settings.getByLabelText("Control Style"), "Custom");
  expect(disabled("Custom", "Params", "Custom Range", "Show Option Finder")).toEqual([
    false,
    false,
    true,
    true,
  ]);
  type(settings.getByLabelText("Custom"), "Range");
  fireEvent.click(settings.getByLabelText("Custom Range"));
  expect(disabled("Custom Range button caption")).toEqual([false]);
  const order = settings.getByLabelText<HTMLInputElement>("Order");
  for (const text of ["4", "4x", "4.5"]) type(order, text);
  expect(order.value).toBe("4");
  fireEvent.click(save);
  await isClosed();
  expect((await stored("vendor"))?.filter).toMatchObject({
    order: 4,
    style: "Custom",
    custom: "Range",
    customRange: true,
  });

  await clickWhenReady("Options of custom.color");
  const options = await openDialog();
  const orderOfRed = await options.findByLabelText<HTMLInputElement>("Order of Red");
  for (const text of ["2", "2a", "-"]) type(orderOfRed, text);
  fireEvent.blur(orderOfRed);
  expect(orderOfRed.value).toBe("2");
  type(options.getByLabelText("Overwrite of Red"), "Ruby");
  // Changed and changed back: someone else's change of it stays.
  fireEvent.click(options.getByLabelText("Show Blue"));
  fireEvent.click(options.getByLabelText("Show Blue"));
  clickButton("Save Changes", options);
  await isClosed();
  expect((await stored("custom.color"))?.options).toEqual([
    { name: "Blue", order: 0, overwrite: "", show: true, products: 1 },
    { name: "Red", order: 2, overwrite: "Ruby", show: true, products: 1 },
  ]);
  const { rows } = await shop.owner.activity.list({});
  expect(JSON.stringify(rows[0]?.changes)).not.toContain("Blue");

  // The server remembers the store's collections for a minute.
  const { store } = shop.localStore;
  const gloves = await transaction(store, (client) => ensureCollection(client, store, DEMO, "Gloves"));
  expect(screen.queryByRole("option", { name: "Gloves" })).toBeNull();
  await clickWhenReady("Refresh");
  await screen.findByRole("option", { name: "Gloves" });
  await clickWhenReady("Copy Configuration");
  const copy = await openDialog();
  const update = copy.getByRole("button", { name: "Update Configurations" });
  expect(isDisabled(update)).toBe(true);
  expect(copy.queryByLabelText("Copy to Tools")).toBeNull();
  fireEvent.click(copy.getByLabelText("Copy to Gloves"));
  fireEvent.click(update);
  await screen.findByText("3 filters copied to 1 collection: 3 changed.");
  expect((await stored("vendor", String(gloves.id)))?.filter).toMatchObject({ included: true, order: 4 });

  screen.getByText("Shoppers don't see the latest changes yet.");
  await clickWhenReady("Publish this collection");
  const link = await screen.findByRole("link", { name: "Open in Jobs" });
  await shop.runJob(link.getAttribute("href")?.split("/").at(-1) ?? "");
  await clickWhenReady("Refresh");
  await screen.findByText("Shoppers see these filters.");
  const { filters = [] } = (await shop.published(tools)) ?? {};
  expect(filters.map(({ name }) => name)).toEqual(["custom.color", "price", "vendor"]);
  expect(await shop.published(String(gloves.id))).toBeUndefined();
});

test("another collection is chosen, without the dialog of the one before", async () => {
  await calls().setActive({ name: "custom.color", active: true });
  const belts = await shop.addCollection("Belts");
  const router = await openCollection();
  await clickWhenReady("Settings of vendor");
  await screen.findByRole("dialog", { name: "Update Filter" });
  await act(() => router.navigate(`/solrFilters?tab=collections&collection=${belts}`));
  await isClosed();
  const select = screen.getByLabelText<HTMLSelectElement>("Collection");
  expect(select.value).toBe(belts);
  fireEvent.change(select, { target: { value: tools } });
  // Also while its filters are being loaded, beside those of the one before.
  expect(select.value).toBe(tools);
  screen.getByRole("checkbox", { name: "Include custom.color", checked: false });
  await screen.findByRole("checkbox", { name: "Include custom.color", checked: true });

  cleanup();
  await openCollection(belts);
  // What includes a filter fails: the checkbox shows what is stored.
  await hideTable("audit_entries");
  toggle("Include custom.color");
  screen.getByRole("checkbox", { name: "Include custom.color", checked: true });
  await screen.findByText(/^Error adding custom\.color/);
  await screen.findByRole("checkbox", { name: "Include custom.color", checked: false });
});

test("options that no product has say so", async () => {
  await calls().setActive({ name: "custom.color", active: true });
  const id = await shop.addCollection("Hats");
  await calls().include({ id, collection: id, name: "custom.color" });
  await openCollection(id);
  await clickWhenReady("Options of custom.color");
  const dialog = await openDialog();
  await dialog.findByText("No active product of this collection has a value for custom.color.");
});

test("an update of all collections is refused beside another one, followed, and tried again", async () => {
  vi.useFakeTimers({ toFake: ["setInterval", "clearInterval"] });
  onTestFinished(() => void vi.useRealTimers());
  await open("tab=definitions");
  screen.getByText(/collections? ha(s|ve) changes that aren't published\./);
  toggle("tags is active");
  await screen.findByText("tags is active.");
  const { jobId } = await calls().updateCollections({});
  await clickWhenReady("Update Collections");
  await screen.findByText(/^Error updating collections: /);
  await screen.findByText(/: Queued,/);
  await waitFor(() => expect(isDisabled(button("Update Collections"))).toBe(true));
  await shop.runJob(jobId ?? "");
  // Without a connection, the page reads how it ends.
  await act(() => vi.advanceTimersByTimeAsync(31_000));
  await screen.findByText(/: Completed,/);
  screen.getByText(/^All collections have their current filters\./);
  // The activation isn't published by the page yet.
  await clickWhenReady("Update Collections");
  await waitFor(() => expect(isDisabled(button("Update Collections"))).toBe(true));
});
