// @vitest-environment jsdom
import "./browser";
import { useLoaderData } from "@remix-run/react";
import { act, fireEvent, screen, waitFor, within } from "@testing-library/react";
import { UNSAFE_ErrorResponseImpl as ErrorResponse } from "react-router-dom";
import { beforeEach, expect, it, vi } from "vitest";
import type { CallAnswer } from "~/core/answer-call.server";
import type { DisplayNames } from "~/functions/salsifyDisplay/stored-list.server";
import { DisplayNamesPage } from "~/functions/salsifyDisplay/ui/DisplayNamesPage";
import { type DisplayNamesPageData, loadOrKeep } from "~/functions/salsifyDisplay/ui/useDisplayNames";
import { renderConsole } from "./render-console";

const NOW = "2026-11-22T12:00:00.000Z";
let stored: DisplayNames;
let posts: { id: string; digest: string; updateList: { key: string; value: string }[] }[];
let answer: () => CallAnswer;
/** The server can't read the list. */
let isFailing: boolean;
/** What loading the list waits for. */
let held: Promise<void>;

beforeEach(() => {
  isFailing = false;
  held = Promise.resolve();
  posts = [];
  stored = {
    data: [
      { key: "legacy.finish", value: "Finish", name: null },
      { key: "salsify.color", value: "Colour", name: "Color" },
      { key: "salsify.voltage", value: "", name: "Voltage (V)" },
    ],
    metaFieldId: "gid://shopify/Metafield/1",
    digest: "d1",
    lastSave: null,
  };
  answer = () => ({ notice: { level: "success", text: "Updated Successfully", seconds: 1.5 } });
});

async function open() {
  renderConsole([
    {
      path: "/",
      element: <Page />,
      loader: () => loadOrKeep(readList),
      action: async ({ request }) => {
        const { operationId: _id, ...given } = (await request.json()).input;
        posts.push(given);
        return answer();
      },
    },
  ]);
  await screen.findByRole("table", { name: "display names" });
}

async function readList() {
  await held;
  if (isFailing) throw new ErrorResponse(502, "", { message: "Shopify doesn't answer.", reference: "ref-1" });
  return { list: stored, now: NOW };
}

const Page = () => <DisplayNamesPage data={useLoaderData() as DisplayNamesPageData} />;
const input = (key: string) => screen.getByLabelText<HTMLInputElement>(`Meta Value of ${key}`);
const type = (key: string, value: string) => fireEvent.change(input(key), { target: { value } });
const save = () => fireEvent.click(screen.getAllByRole("button", { name: "Save" })[0] as HTMLElement);
const button = (name: string) => screen.getByRole<HTMLButtonElement>("button", { name });

it("shows keys that can't be edited, and saves all values together", async () => {
  await open();
  const rows = within(screen.getByRole("table")).getAllByRole("row").slice(1);
  expect(rows.map((row) => row.textContent)).toEqual([
    "legacy.finishAttentionNo definition",
    "salsify.colorColor",
    "salsify.voltageVoltage (V)",
  ]);
  expect(within(screen.getByRole("table")).getAllByRole("textbox")).toHaveLength(3);
  await waitFor(() => expect(button("Save").getAttribute("aria-disabled")).toBe("true"));

  type("salsify.voltage", " Voltage ");
  const list = [
    { key: "legacy.finish", value: "Finish" },
    { key: "salsify.color", value: "Colour" },
    { key: "salsify.voltage", value: " Voltage " },
  ];
  answer = () => {
    stored = {
      ...stored,
      data: stored.data.map((row) => (row.key === "salsify.voltage" ? { ...row, value: "Voltage" } : row)),
      digest: "d2",
    };
    return { notice: { level: "success", text: "Updated Successfully", seconds: 1.5 } };
  };
  save();
  await screen.findByText("Updated Successfully");
  expect(posts).toEqual([{ id: "gid://shopify/Metafield/1", digest: "d1", updateList: list }]);
  await waitFor(() => expect(input("salsify.voltage").value).toBe("Voltage"));
  await waitFor(() => expect(button("Save").getAttribute("aria-disabled")).toBe("true"));
});

it("has nothing unsaved once the list is saved, before it has come again", async () => {
  await open();
  type("salsify.color", "Color");
  await screen.findByText("Unsaved changes");
  held = new Promise(() => {});
  save();
  await waitFor(() => expect(posts).toHaveLength(1));
  await waitFor(() => expect(screen.queryByText("Unsaved changes")).toBeNull());
  expect(input("salsify.color").value).toBe("Color");
});

it.each([
  ["Updated Successfully", "success" as const],
  ["Failed to Update Records", "critical" as const],
])("shows %s for one and a half seconds", async (text, level) => {
  vi.useFakeTimers({ shouldAdvanceTime: true });
  answer = () => ({ notice: { level, text, seconds: 1.5 }, problem: "Shopify is busy." });
  await open();
  type("salsify.color", "Color");
  save();
  await screen.findByText(text);
  // From here on only fake time passes.
  vi.setTimerTickMode("manual");
  await act(() => vi.advanceTimersByTimeAsync(1_000));
  expect(screen.queryByText(text)).not.toBeNull();
  await act(() => vi.advanceTimersByTimeAsync(600));
  expect(screen.queryByText(text)).toBeNull();
});

it("keeps what was entered when a save fails, and says why until it is dismissed", async () => {
  answer = () => ({
    notice: { level: "critical", text: "Failed to Update Records", seconds: 1.5 },
    problem: "Row 2 (salsify.color): Meta Value isn't valid.",
    fieldErrors: { "updateList.1.value": "isn't valid." },
    status: 400,
  });
  await open();
  type("salsify.color", "Kolor");
  save();
  await screen.findByText("Row 2 (salsify.color): Meta Value isn't valid.");
  expect(input("salsify.color").value).toBe("Kolor");
  expect(input("salsify.color").getAttribute("aria-invalid")).toBe("true");
  screen.getByText("This value isn't valid.");
  type("salsify.color", "Color");
  expect(input("salsify.color").getAttribute("aria-invalid")).toBe("false");
});

it("keeps what was entered when the list can't be loaded after a failed save", async () => {
  answer = () => {
    isFailing = true;
    return {
      notice: { level: "critical", text: "Failed to Update Records", seconds: 1.5 },
      problem: "Shopify is busy.",
      status: 502,
    };
  };
  await open();
  type("salsify.color", "Kolor");
  save();
  await screen.findByText("Shopify is busy.");
  await screen.findByText("The list couldn't be refreshed");
  expect(input("salsify.color").value).toBe("Kolor");

  isFailing = false;
  answer = () => ({ notice: { level: "success", text: "Updated Successfully", seconds: 1.5 } });
  save();
  await screen.findByText("Updated Successfully");
  expect(posts[1]?.updateList[1]).toEqual({ key: "salsify.color", value: "Kolor" });
  await waitFor(() => expect(screen.queryByText("The list couldn't be refreshed")).toBeNull());
});

it("keeps what is entered while a refresh is loading that then fails", async () => {
  await open();
  isFailing = true;
  let release = () => {};
  held = new Promise((resolve) => {
    release = resolve;
  });
  fireEvent.click(button("Refresh"));
  type("salsify.color", "Kolor");
  release();
  await screen.findByText("The list couldn't be refreshed");
  expect(input("salsify.color").value).toBe("Kolor");
});

it("Enter and the arrow keys move between rows, and Escape restores the stored value", async () => {
  await open();
  const press = (key: string, more = {}) =>
    fireEvent.keyDown(document.activeElement as HTMLElement, { key, ...more });
  input("legacy.finish").focus();
  press("Enter");
  expect(document.activeElement).toBe(input("salsify.color"));
  press("ArrowDown");
  expect(document.activeElement).toBe(input("salsify.voltage"));
  press("Enter");
  expect(document.activeElement).toBe(input("salsify.voltage"));
  press("Enter", { shiftKey: true });
  expect(document.activeElement).toBe(input("salsify.color"));
  type("salsify.color", "Kolor");
  press("Escape");
  expect(input("salsify.color").value).toBe("Colour");
  await waitFor(() => expect(button("Save").getAttribute("aria-disabled")).toBe("true"));
});

it("finds keys, names and values, and keeps the edits of hidden rows", async () => {
  await open();
  type("legacy.finish", "Surface");
  const search = screen.getByRole("textbox", { name: "Search" });
  fireEvent.change(search, { target: { value: "volt" } });
  await waitFor(() => expect(screen.queryByLabelText("Meta Value of legacy.finish")).toBeNull());
  screen.getByText(/^1 found/);
  fireEvent.change(search, { target: { value: "nothing like this" } });
  await screen.findByText("No Records Found");
  save();
  await screen.findByText("Updated Successfully");
  expect(posts[0]?.updateList[0]).toEqual({ key: "legacy.finish", value: "Surface" });
});

it("doesn't send a value that is too long, and shows its row", async () => {
  await open();
  type("salsify.voltage", "x".repeat(256));
  screen.getByText("This value has 256 characters. The limit is 255.");
  fireEvent.change(screen.getByRole("textbox", { name: "Search" }), { target: { value: "color" } });
  await waitFor(() => expect(screen.queryByLabelText("Meta Value of salsify.voltage")).toBeNull());
  save();
  await waitFor(() => expect(document.activeElement).toBe(input("salsify.voltage")));
  expect(posts).toEqual([]);
});

it("restores what the last save changed", async () => {
  stored.lastSave = {
    by: { id: "2", name: "Ben Ortiz" },
    at: "2026-11-22T11:58:00.000Z",
    changes: [
      { key: "legacy.gloss", before: "Gloss", after: "" },
      { key: "salsify.color", before: "Color", after: "Colour" },
    ],
  };
  await open();
  screen.getByText(/Last saved by Ben Ortiz/);
  type("salsify.voltage", "Volt");
  expect(screen.queryByRole("button", { name: "Undo" })).toBeNull();
  type("salsify.voltage", "");
  fireEvent.click(button("Undo"));
  await screen.findByText("Updated Successfully");
  expect(posts[0]?.updateList).toEqual([
    { key: "legacy.finish", value: "Finish" },
    { key: "salsify.color", value: "Color" },
    { key: "salsify.voltage", value: "" },
    { key: "legacy.gloss", value: "Gloss" },
  ]);
});

const conflicting = (): CallAnswer => {
  stored = {
    ...stored,
    data: [
      { key: "legacy.finish", value: "Surface", name: null },
      { key: "salsify.color", value: "Shade", name: "Color" },
      { key: "salsify.voltage", value: "", name: "Voltage (V)" },
    ],
    digest: "d2",
    lastSave: {
      by: { id: "2", name: "Ben Ortiz" },
      at: "2026-11-22T12:00:00.000Z",
      changes: [{ key: "salsify.color", before: "Colour", after: "Shade" }],
    },
  };
  answer = () => ({ notice: { level: "success", text: "Updated Successfully", seconds: 1.5 } });
  return { problem: "The list was changed.", status: 409 };
};

it("a conflict says who saved and what, and the own edits go on top of it", async () => {
  answer = conflicting;
  await open();
  type("salsify.color", "Kolor");
  save();
  await screen.findByText(/Ben Ortiz saved it last/);
  expect(screen.queryByText("The list was changed.")).toBeNull();
  const listed = screen.getAllByRole("listitem").map((item) => item.textContent);
  expect(listed).toEqual([
    "legacy.finish: “Finish” is now “Surface”.",
    "salsify.color: “Colour” is now “Shade”. You entered “Kolor”.",
  ]);
  expect(input("salsify.color").value).toBe("Kolor");
  fireEvent.click(button("Apply my changes on top"));
  await screen.findByText("Updated Successfully");
  expect(posts[1]).toEqual({
    id: "gid://shopify/Metafield/1",
    digest: "d2",
    updateList: [
      { key: "legacy.finish", value: "Surface" },
      { key: "salsify.color", value: "Kolor" },
      { key: "salsify.voltage", value: "" },
    ],
  });
  expect(screen.queryByText(/Ben Ortiz saved it last/)).toBeNull();
});

it("a conflict can be answered by the other person's list", async () => {
  answer = conflicting;
  await open();
  type("salsify.color", "Kolor");
  save();
  fireEvent.click(await screen.findByRole("button", { name: "Discard my changes and reload" }));
  await waitFor(() => expect(input("salsify.color").value).toBe("Shade"));
  expect(input("legacy.finish").value).toBe("Surface");
  expect(posts).toHaveLength(1);
});

it("says what to do when there are no keys", async () => {
  stored.data = [];
  await open();
  screen.getByText("No Records Found");
  screen.getByText(/Add product metafield definitions in Shopify/);
});
