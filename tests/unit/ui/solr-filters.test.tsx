// @vitest-environment jsdom
import "./browser";
import { useLoaderData } from "@remix-run/react";
import { act, cleanup, fireEvent, screen, waitFor, within } from "@testing-library/react";
import { beforeEach, expect, it, onTestFinished, vi } from "vitest";
import { answerCall } from "~/core/answer-call.server";
import { filtersTexts, type SolrFiltersPageData } from "~/functions/solrFilters/page-data.server";
import type { CollectionFilter, FilterDefinition } from "~/functions/solrFilters/schemas";
import { DEFAULT_SETTINGS } from "~/functions/solrFilters/settings";
import CopyDialog from "~/functions/solrFilters/ui/CopyDialog";
import OptionsDialog from "~/functions/solrFilters/ui/OptionsDialog";
import { SolrFiltersPage } from "~/functions/solrFilters/ui/SolrFiltersPage";
import { Refusal } from "~/platform/errors";
import { renderConsole } from "./render-console";

const filter = (name: string, more: Partial<CollectionFilter> = {}): CollectionFilter => ({
  ...DEFAULT_SETTINGS,
  name,
  active: true,
  type: "String",
  output: false,
  search: false,
  version: 3,
  hasValues: true,
  collection: "7",
  included: true,
  ...more,
});

function definition(name: string, more: Partial<FilterDefinition> = {}): FilterDefinition {
  const { collection: _, included: __, ...fields } = filter(name, more);
  return fields;
}

const COLLECTIONS = ["Tools", "Gloves", "Belts"].map((title, index) => ({
  id: `gid://shopify/Collection/${7 + index}`,
  title,
}));
const COLLECTION_PAGE: SolrFiltersPageData = {
  tab: "collections",
  collections: COLLECTIONS,
  collection: "7",
  filters: [
    filter("vendor"),
    filter("tags", { included: false }),
    filter("price", { style: "Custom", custom: "Range" }),
  ],
  preview: { total: 12, problem: null, isUnpublished: true, filters: [] },
  overview: null,
  problem: null,
};
const DEFINITIONS_PAGE: SolrFiltersPageData = {
  tab: "definitions",
  definitions: [definition("vendor"), definition("tags", { active: false })],
  unpublished: 0,
  lastUpdate: null,
  problem: null,
};

/** The inputs of the calls, by their name. */
let sent: Record<string, unknown>;
beforeEach(() => {
  sent = {};
});

const Page = () => <SolrFiltersPage page={useLoaderData() as SolrFiltersPageData} />;

async function open(page: SolrFiltersPageData, refused?: Refusal) {
  let refusal = refused;
  const pages = { shown: page };
  const calls = new Proxy(
    {},
    {
      get:
        (_target, name: string) =>
        async ({ operationId: _, ...input }: Record<string, unknown>) => {
          sent[name] = input;
          if (refusal) throw refusal;
          return { msg: "Done.", jobId: null };
        },
    },
  ) as never;
  const options = ["Red", "Blue"].map((name) => ({ name, order: 0, overwrite: "", show: true, products: 1 }));
  const { router } = renderConsole(
    [
      {
        path: "/solrFilters",
        element: <Page />,
        loader: () => ({ ...pages.shown }),
        action: async ({ request }) => answerCall({ solrFilters: calls }, filtersTexts, await request.json()),
      },
      { path: "/solrFilters/options", loader: () => ({ options, version: 3, problem: null }) },
    ],
    page.tab === "collections" ? `/solrFilters?collection=${page.collection}` : "/solrFilters",
  );
  await screen.findByRole("heading", { name: "SOLR Filters" });
  if (page.tab === "collections" && page.filters.length > 0)
    await screen.findByRole("columnheader", { name: "Included" });
  const refuse = (by: Refusal) => {
    refusal = by;
  };
  return { router, pages, refuse };
}

const click = async (element: HTMLElement) => act(async () => void fireEvent.click(element));
const type = (element: HTMLElement, value: string) => fireEvent.change(element, { target: { value } });
const isDisabled = (element: HTMLElement) =>
  element.hasAttribute("disabled") || element.getAttribute("aria-disabled") === "true";

it("only included filters have settings, and the price has no options", async () => {
  await open(COLLECTION_PAGE);
  const disabled = (name: string) => isDisabled(screen.getByRole("button", { name }));
  expect(disabled("Settings of vendor")).toBe(false);
  expect(disabled("Options of vendor")).toBe(false);
  expect(disabled("Settings of tags")).toBe(true);
  expect(disabled("Options of tags")).toBe(true);
  expect(disabled("Options of price")).toBe(true);
  expect(disabled("Copy Configuration")).toBe(false);
});

it("shows the chosen collection while its filters are being loaded", async () => {
  await open(COLLECTION_PAGE);
  const select = screen.getByLabelText<HTMLSelectElement>("Collection");
  expect(select.value).toBe("7");
  fireEvent.change(select, { target: { value: "8" } });
  expect(select.value).toBe("8");
  expect(screen.getByRole("checkbox", { name: "Include tags" })).toBeTruthy();
});

it("says where changes are published, and that collections keep their own settings", async () => {
  await open(COLLECTION_PAGE);
  screen.getByText("Shoppers don't see the latest changes yet.");
  await click(screen.getByRole("button", { name: "Publish this collection" }));
  expect(sent.updateCollections).toMatchObject({ collection: "gid://shopify/Collection/7" });
  cleanup();
  await open(DEFINITIONS_PAGE);
  await click(screen.getByRole("button", { name: "UI Settings of vendor" }));
  await screen.findByText(/Those that include it already keep their own\.$/);
});

it("without an included filter, nothing can be copied", async () => {
  await open({ ...COLLECTION_PAGE, filters: [filter("tags", { included: false })] });
  expect(isDisabled(screen.getByRole("button", { name: "Copy Configuration" }))).toBe(true);
});

it("a checkbox shows its old value again after a refusal", async () => {
  await open(COLLECTION_PAGE, new Refusal(409, "CONFLICT", "tags isn't active."));
  const box = screen.getByRole<HTMLInputElement>("checkbox", { name: "Include tags" });
  fireEvent.click(box);
  expect(box.checked).toBe(true);
  await screen.findByText("Error adding tags: tags isn't active.");
  await waitFor(() => expect(box.checked).toBe(false));
  expect(sent.include).toEqual({ id: "7", collection: "7", name: "tags" });
});

it("fields of the settings depend on each other, and only changes can be saved", async () => {
  await open(COLLECTION_PAGE);
  await click(screen.getByRole("button", { name: "Settings of vendor" }));
  const dialog = within(await screen.findByRole("dialog"));
  const save = dialog.getByRole("button", { name: "Save Changes" });
  const disabled = (label: string) => isDisabled(dialog.getByLabelText(label));
  expect(isDisabled(save)).toBe(true);
  expect(["Custom", "Params", "Custom Range", "Custom Range button caption"].map(disabled)).toEqual([
    true,
    true,
    true,
    true,
  ]);
  expect(disabled("Show Option Finder")).toBe(false);
  type(dialog.getByLabelText("Control Style"), "Custom");
  expect(["Custom", "Params", "Custom Range", "Show Option Finder"].map(disabled)).toEqual([
    false,
    false,
    true,
    true,
  ]);
  type(dialog.getByLabelText("Custom"), "Range");
  expect(disabled("Custom Range")).toBe(false);
  fireEvent.click(dialog.getByLabelText("Custom Range"));
  expect(disabled("Custom Range button caption")).toBe(false);
  const order = dialog.getByLabelText<HTMLInputElement>("Order");
  for (const text of ["4", "4x", "4.5"]) type(order, text);
  expect(order.value).toBe("4");
  expect(isDisabled(save)).toBe(false);
  await click(save);
  await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
  expect(sent.updateSettings).toMatchObject({
    id: "7",
    collection: "7",
    name: "vendor",
    version: 3,
    order: 4,
    style: "Custom",
    custom: "Range",
    customRange: true,
  });
});

it("settings that are being edited aren't taken along to another collection", async () => {
  const { router, pages } = await open(COLLECTION_PAGE);
  await click(screen.getByRole("button", { name: "Settings of vendor" }));
  await screen.findByRole("dialog", { name: "Update Filter" });
  pages.shown = { ...COLLECTION_PAGE, collection: "8", filters: [filter("vendor", { collection: "8" })] };
  await act(() => router.navigate("/solrFilters?collection=8"));
  await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
});

it("a refusal is shown in the dialog, which stays open", async () => {
  await open(DEFINITIONS_PAGE, new Refusal(409, "CONFLICT", "This filter was changed."));
  await click(screen.getByRole("button", { name: "SOLR Settings of vendor" }));
  const dialog = within(await screen.findByRole("dialog"));
  fireEvent.click(dialog.getByLabelText("Return to PLP"));
  await click(dialog.getByRole("button", { name: "Save Changes" }));
  await dialog.findByText("Error updating filter's SOLR settings: This filter was changed.");
  expect(sent.updateSolr).toEqual({
    name: "vendor",
    version: 3,
    type: "String",
    output: true,
    search: false,
  });
});

it("only the options that were changed are saved", async () => {
  await open(COLLECTION_PAGE);
  await click(screen.getByRole("button", { name: "Options of vendor" }));
  const dialog = within(await screen.findByRole("dialog"));
  const order = await dialog.findByLabelText<HTMLInputElement>("Order of Red");
  for (const text of ["2", "2a", "-"]) type(order, text);
  fireEvent.blur(order);
  expect(order.value).toBe("2");
  type(dialog.getByLabelText("Overwrite of Red"), "Ruby");
  fireEvent.click(dialog.getByLabelText("Show Blue"));
  fireEvent.click(dialog.getByLabelText("Show Blue"));
  await click(dialog.getByRole("button", { name: "Save Changes" }));
  await waitFor(() => expect(sent.updateOptions).toBeDefined());
  expect(sent.updateOptions).toEqual({
    id: "7",
    collection: "7",
    filter: "vendor",
    version: 3,
    options: [{ name: "Red", order: 2, overwrite: "Ruby", show: true }],
  });
});

it("the included filters are copied to the collections that are ticked", async () => {
  await open(COLLECTION_PAGE);
  await click(screen.getByRole("button", { name: "Copy Configuration" }));
  const dialog = within(await screen.findByRole("dialog"));
  const update = dialog.getByRole("button", { name: "Update Configurations" });
  expect(isDisabled(update)).toBe(true);
  expect(dialog.queryByLabelText("Copy to Tools")).toBeNull();
  fireEvent.click(dialog.getByLabelText("Copy to Belts"));
  await click(update);
  await waitFor(() => expect(sent.copy).toBeDefined());
  const { filters, collections } = sent.copy as { filters: { name: string }[]; collections: object[] };
  expect(filters.map(({ name }) => name)).toEqual(["vendor", "price"]);
  expect(collections).toEqual([COLLECTIONS[2]]);
});

it("more collections than one copy takes can't be copied to, and all of them aren't selected", async () => {
  const filters = [filter("vendor")];
  const copy = <CopyDialog filters={filters} collections={COLLECTIONS} from="1" max={2} onClose={() => {}} />;
  renderConsole([{ path: "/solrFilters", element: copy }], "/solrFilters");
  const dialog = within(await screen.findByRole("dialog"));
  const update = dialog.getByRole("button", { name: "Update Configurations" });
  await click(dialog.getByLabelText("Select the first 2"));
  expect(isDisabled(update)).toBe(false);
  await click(dialog.getByLabelText("Copy to Belts"));
  expect(isDisabled(update)).toBe(true);
  dialog.getByText("Select at most 2 collections at a time.");
});

it.each([
  [
    "collections",
    <CopyDialog key="copy" filters={[filter("vendor")]} collections={[]} from="7" onClose={() => {}} />,
    "The store has no other collection.",
  ],
  [
    "options",
    <OptionsDialog key="options" filter={filter("vendor")} onClose={() => {}} />,
    "No active product of this collection has a value for vendor.",
  ],
])("a dialog without %s says so", async (_what, element, hint) => {
  const options = () => ({ options: [], version: 0, problem: null });
  renderConsole(
    [
      { path: "/solrFilters", element },
      { path: "/solrFilters/options", loader: options },
    ],
    "/solrFilters",
  );
  const dialog = within(await screen.findByRole("dialog"));
  await dialog.findByText("No Records Found");
  dialog.getByText(hint);
});

it("Refresh reads the collections from Shopify, which the server otherwise remembers for a minute", async () => {
  await open(COLLECTION_PAGE);
  await click(screen.getByRole("button", { name: "Refresh" }));
  await waitFor(() => expect(sent.collections).toEqual({ refresh: "true" }));
});

it("collections can be updated after an activation, and while something isn't published", async () => {
  await open(DEFINITIONS_PAGE);
  const update = () => screen.getByRole("button", { name: "Update Collections" });
  expect(isDisabled(update())).toBe(true);
  expect(isDisabled(screen.getByRole("button", { name: "UI Settings of tags" }))).toBe(true);
  await click(screen.getByRole("checkbox", { name: "tags is active" }));
  await waitFor(() => expect(isDisabled(update())).toBe(false));
  await click(update());
  await waitFor(() => expect(sent).toHaveProperty("updateCollections"));
  await waitFor(() => expect(isDisabled(update())).toBe(true));
});

it("a refused update of collections can be tried again", async () => {
  const { refuse } = await open(DEFINITIONS_PAGE);
  const update = () => screen.getByRole("button", { name: "Update Collections" });
  await click(screen.getByRole("checkbox", { name: "tags is active" }));
  await waitFor(() => expect(isDisabled(update())).toBe(false));
  refuse(new Refusal(409, "CONFLICT", "Another update is running."));
  await click(update());
  await screen.findByText(/Another update is running\./);
  await waitFor(() => expect(isDisabled(update())).toBe(false));
});

it("while an update runs, the button waits", async () => {
  const lastUpdate = { jobId: "j", status: "Running", isRunning: true, at: "2026-11-22T12:00:00.000Z" };
  vi.useFakeTimers({ shouldAdvanceTime: true });
  onTestFinished(() => void vi.useRealTimers());
  const page = { ...DEFINITIONS_PAGE, unpublished: 2, lastUpdate };
  await open(page);
  expect(isDisabled(screen.getByRole("button", { name: "Update Collections" }))).toBe(true);
  screen.getByText(/^2 collections have changes that aren't published\./);
  // Without a connection, the page reads how it ends.
  page.lastUpdate = { ...lastUpdate, status: "Completed, 2 failed", isRunning: false };
  await act(() => vi.advanceTimersByTimeAsync(31_000));
  await screen.findByText(/: Completed, 2 failed,/);
  expect(isDisabled(screen.getByRole("button", { name: "Update Collections" }))).toBe(false);
});
