// @vitest-environment jsdom
import "./browser";
import { fireEvent, screen, within } from "@testing-library/react";
import { expect, it } from "vitest";
import type { CollectionFilter } from "~/functions/solrFilters/schemas";
import { DEFAULT_SETTINGS } from "~/functions/solrFilters/settings";
import CopyDialog from "~/functions/solrFilters/ui/CopyDialog";
import { renderConsole } from "./render-console";

const VENDOR: CollectionFilter = {
  ...DEFAULT_SETTINGS,
  name: "vendor",
  active: true,
  type: "String",
  output: false,
  search: false,
  version: 3,
  hasValues: true,
  collection: "7",
  included: true,
};

// A page would need more than 1,000 collections.
it("more collections than one copy takes can't be copied to, and all of them aren't selected", async () => {
  const collections = ["Tools", "Gloves", "Belts"].map((title, index) => ({
    id: `gid://shopify/Collection/${index}`,
    title,
  }));
  const copy = (
    <CopyDialog filters={[VENDOR]} collections={collections} from="7" max={2} onClose={() => {}} />
  );
  renderConsole([{ path: "/solrFilters", element: copy }], "/solrFilters");
  const dialog = within(await screen.findByRole("dialog"));
  const isDisabled = () =>
    dialog.getByRole("button", { name: "Update Configurations" }).getAttribute("aria-disabled");
  fireEvent.click(dialog.getByLabelText("Select the first 2"));
  expect(isDisabled()).not.toBe("true");
  fireEvent.click(dialog.getByLabelText("Copy to Belts"));
  expect(isDisabled()).toBe("true");
  dialog.getByText("Select at most 2 collections at a time.");
});
