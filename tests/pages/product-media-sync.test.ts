/** The page Product Media: the tab that syncs it from Salsify. */
import { screen, waitFor, within } from "@testing-library/react";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { Calls } from "../integration/imports/support.ts";
import { inSalsify, latest, openMediaShop, run, sync, urlOf } from "../integration/productMedia/support.ts";
import { clickButton, clickWhenReady, isDisabled } from "../support/on-screen.ts";
import { openConsole } from "../support/open-console.tsx";
import { hideTable } from "../support/table-faults.ts";
import { DEMO, SECOND, type TestShop } from "../support/test-shop.ts";

let shop: TestShop;
let ann: Calls;
beforeAll(async () => {
  ({ shop, ann } = await openMediaShop("pages_product_media_sync"));
});
afterAll(() => shop.close());

async function open(domain = DEMO) {
  await openConsole(shop, "/productMedia?tab=sync", { shop: domain });
  await screen.findByRole("tablist");
}

test("a shop without Salsify's settings says where they are, and starts nothing", async () => {
  await open(SECOND);
  screen.getByText("Salsify isn't set up for this shop");
  expect(isDisabled("Sync")).toBe(true);
  for (const link of within(screen.getByRole("main")).getAllByRole("link", { name: "Settings" }))
    expect(link.getAttribute("href")).toBe("/settings/connections");
});

test("what failed in the newest sync is retried, and why one wasn't started is said", async () => {
  await inSalsify(shop, { "SYNC-one": { Images: urlOf("one") } });
  const { faults } = shop.localStore.store;
  faults.set(DEMO, { salsifyServerError: 1 });
  const older = await sync(ann);
  const failed = await sync(ann);
  faults.reset(DEMO);
  await open();
  const needs = () => within(screen.getByText("Needs a person").closest("div") as HTMLElement);
  needs().getByText(/503/);
  clickButton("Retry what failed");
  await screen.findByText(/^Sync product media from Salsify: \d+ %$/);
  await run(failed);
  const { list } = await ann.productMedia.logs({ section: "productMedia" });
  expect(list.map(({ fileName, status }) => [fileName, status])).toEqual([
    [failed, "Completed"],
    [older, "Failed"],
  ]);
  await clickWhenReady("Refresh");
  await waitFor(() => expect(isDisabled("Sync")).toBe(false));
  needs().getByText("Nothing");

  // A colleague starts one.
  const { jobId } = await ann.productMedia.sync();
  await clickWhenReady("Sync");
  await screen.findByText("Error starting Sync");
  screen.getByText(/hasn't ended yet/);
  await run(jobId);
  expect(await latest(ann)).toMatchObject({ status: "Completed" });
});

test("a failure to read the syncs is titled, and otherwise after Refresh", async () => {
  await hideTable("runs");
  await open();
  screen.getByText("Error loading logs");
  clickButton("Refresh");
  await screen.findByText("Error getting logs");
});
