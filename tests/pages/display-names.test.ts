/** The page Salsify Display Names: what is typed is saved together, and nothing that was typed is lost. */
import { cleanup, fireEvent, screen, waitFor, within } from "@testing-library/react";
import { afterAll, afterEach, beforeAll, beforeEach, expect, onTestFinished, test, vi } from "vitest";
import { type Calls, signedInCalls } from "../support/calls.ts";
import { defineMetafields } from "../support/metafield-definitions.ts";
import { clickButton, isDisabled } from "../support/on-screen.ts";
import { openConsole } from "../support/open-console.tsx";
import { DEMO, openTestShop, SECOND, type TestShop } from "../support/test-shop.ts";

const [FINISH, COLOR, VOLTAGE] = ["legacy.finish", "salsify.color", "salsify.voltage"] as const;

let shop: TestShop;
let ann: Calls;
beforeAll(async () => {
  shop = await openTestShop("pages_display_names");
  ann = await signedInCalls(shop);
  await defineMetafields({ [COLOR]: "Color", [VOLTAGE]: "Voltage (V)" });
});
beforeEach(async () => {
  await saveElsewhere({ [COLOR]: "Colour", [FINISH]: "Finish" });
});
afterEach(() => void faults().reset(DEMO));
afterAll(() => shop.close());

const faults = () => shop.localStore.store.faults;

/** Replaces the list, as another administrator would. */
async function saveElsewhere(names: Record<string, string>): Promise<void> {
  const { metaFieldId: id, digest } = await ann.salsifyDisplay.list();
  const updateList = Object.entries(names).map(([key, value]) => ({ key, value }));
  await ann.salsifyDisplay.save({ updateList, id, digest });
}

/** The stored names. */
async function storedNames(): Promise<Record<string, string>> {
  const { data } = await ann.salsifyDisplay.list();
  return Object.fromEntries(data.filter(({ value }) => value !== "").map(({ key, value }) => [key, value]));
}

async function open() {
  await openConsole(shop, "/salsifyDisplay");
  await screen.findByRole("table", { name: "display names" });
}

const input = (key: string) => screen.getByLabelText<HTMLInputElement>(`Meta Value of ${key}`);
const type = (key: string, value: string) => fireEvent.change(input(key), { target: { value } });
const save = () => fireEvent.click(screen.getAllByRole("button", { name: "Save" })[0] as HTMLElement);
const search = (value: string) =>
  fireEvent.change(screen.getByRole("textbox", { name: "Search" }), { target: { value } });
const isGone = (text: string | RegExp) => waitFor(() => expect(screen.queryByText(text)).toBeNull());

test("values are typed by keyboard, found, and saved together", async () => {
  await open();
  const rows = within(screen.getByRole("table")).getAllByRole("row");
  expect(rows.slice(1).map(({ textContent }) => textContent)).toEqual([
    "legacy.finishAttentionNo definition",
    "salsify.colorColor",
    "salsify.voltageVoltage (V)",
  ]);
  expect(isDisabled("Save")).toBe(true);
  const press = (key: string, more = {}) =>
    fireEvent.keyDown(document.activeElement as HTMLElement, { key, ...more });
  input(FINISH).focus();
  press("Enter");
  expect(document.activeElement).toBe(input(COLOR));
  press("ArrowDown");
  expect(document.activeElement).toBe(input(VOLTAGE));
  press("Enter");
  expect(document.activeElement).toBe(input(VOLTAGE));
  press("Enter", { shiftKey: true });
  expect(document.activeElement).toBe(input(COLOR));
  press("ArrowUp");
  expect(document.activeElement).toBe(input(FINISH));
  press("ArrowDown");
  type(COLOR, "Kolor");
  await screen.findByText("Unsaved changes");
  press("Escape");
  expect(input(COLOR).value).toBe("Colour");
  await isGone("Unsaved changes");
  expect(isDisabled("Save")).toBe(true);

  type(VOLTAGE, " Voltage ");
  type(FINISH, "Surface");
  search("volt");
  await waitFor(() => expect(screen.queryByLabelText(`Meta Value of ${FINISH}`)).toBeNull());
  screen.getByText(/^1 found/);
  search("nothing like this");
  await screen.findByText("No Records Found");
  // What the page reads again after the save is held back.
  faults().setFor(DEMO, "ProductMetafieldDefinitions", { latencyMs: 60_000 });
  const timers = vi.spyOn(globalThis, "setTimeout");
  onTestFinished(() => timers.mockRestore());
  save();
  await screen.findByText("Updated Successfully");
  expect(timers).toHaveBeenCalledWith(expect.any(Function), 1_500);
  // The edits of hidden rows are saved, too, and nothing is unsaved before the list has come again.
  expect(screen.queryByText("Unsaved changes")).toBeNull();
  search("");
  await waitFor(() => expect(input(VOLTAGE).value).toBe(" Voltage "));
  faults().reset(DEMO);
  await waitFor(() => expect(input(VOLTAGE).value).toBe("Voltage"));
  screen.getByText(/^Last saved by Olivia Owner .*: 2 display names changed$/);
  expect(await storedNames()).toEqual({ [COLOR]: "Colour", [FINISH]: "Surface", [VOLTAGE]: "Voltage" });
  await isGone("Updated Successfully");

  // What the last save changed is restored, unless there are edits.
  type(COLOR, "Kolor");
  expect(screen.queryByRole("button", { name: "Undo" })).toBeNull();
  type(COLOR, "Colour");
  clickButton("Undo");
  await waitFor(() => expect(input(FINISH).value).toBe("Finish"));
  expect(await storedNames()).toEqual({ [COLOR]: "Colour", [FINISH]: "Finish" });
});

test("what was typed stays when the list can't be saved or read, and is saved later", async () => {
  await open();
  // While a refresh that fails is on its way.
  faults().set(DEMO, { denied: 1 });
  clickButton("Refresh");
  type(COLOR, "Kolor");
  await screen.findByText("The list couldn't be refreshed");
  expect(input(COLOR).value).toBe("Kolor");
  const timers = vi.spyOn(globalThis, "setTimeout");
  onTestFinished(() => timers.mockRestore());
  save();
  await screen.findByText("Failed to Update Records");
  expect(timers).toHaveBeenCalledWith(expect.any(Function), 1_500);
  await isGone("Failed to Update Records");
  screen.getByText("The display names weren't updated");
  screen.getByText("The list couldn't be refreshed");
  expect(input(COLOR).value).toBe("Kolor");

  faults().reset(DEMO);
  save();
  await screen.findByText("Updated Successfully");
  await isGone("The list couldn't be refreshed");
  expect(screen.queryByText("The display names weren't updated")).toBeNull();
  expect(await storedNames()).toMatchObject({ [COLOR]: "Kolor" });
});

test("a value that is too long isn't sent, and its row is shown", async () => {
  await open();
  type(VOLTAGE, "x".repeat(256));
  screen.getByText("This value has 256 characters. The limit is 255.");
  search("color");
  await waitFor(() => expect(screen.queryByLabelText(`Meta Value of ${VOLTAGE}`)).toBeNull());
  save();
  await waitFor(() => expect(document.activeElement).toBe(input(VOLTAGE)));
  type(VOLTAGE, "Voltage");
  expect(screen.queryByText(/^This value/)).toBeNull();
});

test("someone else's save is shown with the own edits, which go on top of it or are discarded", async () => {
  const conflict = async () => {
    await saveElsewhere({ [COLOR]: "Colour", [FINISH]: "Finish" });
    await open();
    type(COLOR, "Kolor");
    await saveElsewhere({ [COLOR]: "Shade", [FINISH]: "Surface" });
    save();
    await screen.findByText(/^Olivia Owner saved it last, on .* Your change isn't saved yet\./);
    const listed = screen.getAllByRole("listitem").map(({ textContent }) => textContent);
    expect(listed).toEqual([
      "legacy.finish: “Finish” is now “Surface”.",
      "salsify.color: “Colour” is now “Shade”. You entered “Kolor”.",
    ]);
    expect(screen.queryByText("The display names weren't updated")).toBeNull();
    expect(input(COLOR).value).toBe("Kolor");
  };
  await conflict();
  clickButton("Discard my changes and reload");
  await waitFor(() => expect(input(COLOR).value).toBe("Shade"));
  expect(input(FINISH).value).toBe("Surface");
  expect(await storedNames()).toEqual({ [COLOR]: "Shade", [FINISH]: "Surface" });
  cleanup();
  await conflict();
  clickButton("Apply my changes on top");
  await screen.findByText("Updated Successfully");
  expect(screen.queryByText(/^Olivia Owner saved it last/)).toBeNull();
  expect(await storedNames()).toEqual({ [COLOR]: "Kolor", [FINISH]: "Surface" });
});

test("a page without keys says how they are added, and a list that Shopify can't store names the row", async () => {
  await openConsole(shop, "/salsifyDisplay", { shop: SECOND });
  await screen.findByText("No Records Found");
  screen.getByText(/^Add product metafield definitions in Shopify/);
  cleanup();
  // Of the 128 KB of a metafield, about 300 bytes are left.
  const full = Array.from({ length: 118 }, (_, n) => ({
    key: `full.${n}`.padEnd(320, "_"),
    value: "€".repeat(255),
  }));
  const second = await signedInCalls(shop, "1", SECOND);
  await second.salsifyDisplay.save({ updateList: [...full, { key: "last.color", value: "x" }], id: null });
  await openConsole(shop, "/salsifyDisplay", { shop: SECOND });
  await screen.findByRole("table", { name: "display names" });
  type("last.color", "€".repeat(255));
  save();
  await screen.findByText(/^Row 119 \(last\.color\): .*128 KB/);
  screen.getByText(/^This value .*128 KB/);
  expect([input("last.color").value.length, input("last.color").getAttribute("aria-invalid")]).toEqual([
    255,
    "true",
  ]);
  type("last.color", "Color");
  expect(input("last.color").getAttribute("aria-invalid")).toBe("false");
});
