/** The page SOLR: a sync from its button to its end, followed as the specification says, and what needs a person. */
import { act, screen, waitFor, within } from "@testing-library/react";
import { afterAll, afterEach, beforeAll, expect, onTestFinished, test, vi } from "vitest";
import { addProduct } from "../integration/products/support.ts";
import {
  newestSync,
  numberedProducts,
  openSearchShop,
  runSync,
  sync,
  syncOf,
} from "../integration/search/support.ts";
import { clickButton, clickWhenReady, isDisabled } from "../support/on-screen.ts";
import { openConsole } from "../support/open-console.tsx";
import { type SearchShop, SOLR } from "../support/search-engines.ts";
import { DEMO } from "../support/test-shop.ts";

let search: SearchShop;
beforeAll(async () => {
  search = await openSearchShop("pages_solr", numberedProducts(3));
});
afterEach(() => void faults().reset(DEMO));
afterAll(() => search.shop.close());

const faults = () => search.shop.localStore.store.faults;

async function open() {
  await openConsole(search.shop, "/solr?tab=syncs");
  await screen.findByText("Last Sync status");
}
const needs = () => within(screen.getByText("Needs a person").closest("div") as HTMLElement);
const pass = (milliseconds: number) => act(() => vi.advanceTimersByTimeAsync(milliseconds));

/** The mirror reads products again, as after a webhook, and what changed is sent to Solr. */
async function updateProducts(...numbers: number[]): Promise<void> {
  const { productsMirror } = await import("~/domain/products/mirror.server");
  await productsMirror.readIntoMirror(DEMO, numbers, {});
  const { updateTask } = await syncOf(SOLR);
  await updateTask.run(DEMO, new AbortController().signal);
}

test("without a connection, the page says where it is set up, and starts nothing", async () => {
  await open();
  screen.getByText("Solr isn't set up for this shop");
  for (const link of within(screen.getByRole("main")).getAllByRole("link", { name: "Settings" }))
    expect(link.getAttribute("href")).toBe("/settings/connections");
  expect(isDisabled("Start SOLR sync")).toBe(true);
});

test("a sync is started, its status is read every 30 seconds, and how it ended is shown once", async () => {
  await SOLR.connect(search);
  vi.useFakeTimers({ toFake: ["setInterval", "clearInterval"] });
  const timeouts = vi.spyOn(globalThis, "setTimeout");
  onTestFinished(() => {
    timeouts.mockRestore();
    vi.useRealTimers();
  });
  await open();
  await clickWhenReady("Start SOLR sync");
  await screen.findByText("Sync products to Solr: 0 %");
  expect(isDisabled("Start SOLR sync")).toBe(true);
  const fileName = await runSync(SOLR);
  // Five seconds after the start, it is read for the first time.
  const index = timeouts.mock.calls.findIndex(([, milliseconds]) => milliseconds === 5_000);
  const readAgain = timeouts.mock.calls[index]?.[0] as () => void;
  clearTimeout(timeouts.mock.results[index]?.value);
  act(() => readAgain());
  await screen.findByText("3 products sent, 3 products in the live index");
  expect(screen.getAllByRole("listitem").map(({ textContent }) => textContent)).toEqual([
    "3 products sent",
    "3 products in the live index",
  ]);
  screen.getByText("No sync is running.");
  expect(screen.getAllByRole("link", { name: "View job" })[0]?.getAttribute("href")).toBe(
    `/jobs/${fileName}`,
  );

  await SOLR.start(search.ann);
  await clickWhenReady("Refresh status");
  await screen.findByText("Sync products to Solr: 0 %");
  faults().set(DEMO, { solrServerError: 1 });
  await runSync(SOLR);
  await pass(29_000);
  screen.getByText("Sync products to Solr: 0 %");
  await pass(1_500);
  await screen.findByText("Sync: Failed");
  needs().getByText(/ answered 503 /);
  clickButton("Dismiss notification");
  await clickWhenReady("Refresh status");
  await waitFor(() => expect(screen.queryByText("Sync: Failed")).toBeNull());

  // After the end, it isn't read any longer.
  faults().reset(DEMO);
  await sync(SOLR, search.ann);
  await pass(61_000);
  needs().getByText(/ answered 503 /);
  await clickWhenReady("Refresh status");
  await waitFor(() => needs().getByText("Nothing"));
});

test("a canceled sync isn't shown as a success", async () => {
  await SOLR.start(search.ann);
  await open();
  expect(isDisabled("Start SOLR sync")).toBe(true);
  const id = (await newestSync(SOLR))?.id ?? "";
  await search.ann.jobs.cancel({ id });
  await runSync(SOLR);
  await clickWhenReady("Refresh status");
  await screen.findByText("The sync was canceled.");
  for (const badge of screen.getAllByText("Canceled"))
    expect(badge.closest("[class*=toneSuccess]")).toBeNull();
  expect(isDisabled("Start SOLR sync")).toBe(false);
});

test("a paused sync says which changes it holds back, and a product that Solr refused is named", async () => {
  await sync(SOLR, search.ann);
  const { localStore } = search.shop;
  const product_type = "x".repeat(40_000);
  await updateProducts(await addProduct(localStore, { handle: "big-nut", product_type, variants: [] }));
  await SOLR.start(search.ann);
  await updateProducts(await addProduct(localStore, { handle: "late-nut", variants: [] }));
  const id = (await newestSync(SOLR))?.id ?? "";
  await search.ann.jobs.pause({ id });
  await open();
  needs().getByText(/^It is paused\. Resume or cancel it in Jobs\./);
  expect(needs().getByRole("link", { name: "View job" }).getAttribute("href")).toBe(`/jobs/${id}`);
  needs().getByText(/^2 changed products wait until the sync is resumed or canceled, and has ended\./);
  await search.ann.jobs.cancel({ id });
  await runSync(SOLR);
  await updateProducts();
  await clickWhenReady("Refresh status");
  await screen.findByText(/^big-nut: .* refused: /);
});
