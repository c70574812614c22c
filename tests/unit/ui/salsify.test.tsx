// @vitest-environment jsdom
import "./browser";
import { useLoaderData } from "@remix-run/react";
import { fireEvent, screen, waitFor, within } from "@testing-library/react";
import { beforeEach, expect, it } from "vitest";
import type { MonitoredField } from "~/functions/salsify/fields";
import type { SalsifyPageData } from "~/functions/salsify/page.server";
import { SalsifyPage } from "~/functions/salsify/ui/SalsifyPage";
import type { ActionAnswer } from "~/platform/notice";
import { renderConsole } from "./render-console";

interface Input {
  field?: string;
  active?: boolean;
  delimiter?: string;
}

let fields: MonitoredField[];
let problem: string | null;
/** What loading the page waits for. */
let loading: Promise<void> | undefined;
let posts: { call: string; input: Input }[];
let answer: (input: Input) => ActionAnswer | Promise<ActionAnswer>;

beforeEach(() => {
  posts = [];
  problem = null;
  loading = undefined;
  fields = [
    { field: "custom.care", active: true, delimiter: "|", name: null },
    { field: "specs.material", active: false, delimiter: "", name: "Material" },
  ];
  answer = () => ({ notice: { level: "success", text: "Saved" } });
});

const Page = () => <SalsifyPage data={useLoaderData() as SalsifyPageData} />;

async function open(address = "/") {
  renderConsole(
    [
      {
        path: "/",
        element: <Page />,
        loader: async ({ request }) => {
          await loading;
          return {
            fields,
            problem,
            sort: new URL(request.url).searchParams.get("sort") ?? "field asc",
            report: {
              report: "salsify",
              reports: [],
              today: "2026-11-24",
              timeZone: "America/New_York",
              schedules: [],
              hasDates: false,
              selectedReport: null,
            },
          };
        },
        action: async ({ request }) => {
          const { call, input } = await request.json();
          const { operationId: _id, ...given } = input;
          posts.push({ call, input: given });
          return answer(given);
        },
      },
    ],
    address,
  );
  await screen.findByRole("tab", { name: "Salsify" });
}

const update = (input: Input) => ({ call: "salsify.updateField", input });
const box = (field: string) => screen.getByLabelText<HTMLInputElement>(`Monitor ${field}`);
const input = (field: string) => screen.getByLabelText<HTMLInputElement>(`Delimiter of ${field}`);
const type = (field: string, value: string) => fireEvent.change(input(field), { target: { value } });
const shownFields = () =>
  within(screen.getByRole("table", { name: "metafields" }))
    .getAllByRole("row")
    .slice(1)
    .map((row) => row.getAttribute("data-row-id"));
const fail = () => ({ notice: { level: "critical" as const, text: "Error updating it: no" }, status: 502 });

it("saves a box immediately, and restores it when that fails", async () => {
  await open();
  screen.getByText("2 metafield(s) loaded. 1 activated for monitoring.");
  answer = fail;
  fireEvent.click(box("specs.material"));
  expect(box("specs.material").checked).toBe(true);
  await screen.findByText("Error updating it: no");
  await waitFor(() => expect(box("specs.material").checked).toBe(false));
  expect(posts).toEqual([update({ field: "specs.material", active: true })]);
});

it("saves a click on a box that is being saved after the one before", async () => {
  await open();
  let release = () => {};
  const held = new Promise<void>((resolve) => {
    release = resolve;
  });
  answer = async ({ field, active }) => {
    if (posts.length === 1) await held;
    fields = fields.map((one) => (one.field === field ? { ...one, active: active === true } : one));
    return { notice: { level: "success", text: "Saved" } };
  };
  fireEvent.click(box("specs.material"));
  fireEvent.click(box("specs.material"));
  expect(box("specs.material").checked).toBe(false);
  await waitFor(() => expect(posts).toHaveLength(1));
  release();
  await waitFor(() => expect(posts.map(({ input }) => input.active)).toEqual([true, false]));
  await waitFor(() => expect(box("specs.material").getAttribute("aria-busy")).toBe("false"));
  expect(box("specs.material").checked).toBe(false);
});

it("saves a delimiter with Enter and when the cell is left, and restores it with Escape and on failure", async () => {
  await open();
  type("custom.care", "x");
  fireEvent.keyDown(input("custom.care"), { key: "Escape" });
  fireEvent.blur(input("custom.care"));
  expect(input("custom.care").value).toBe("|");
  expect(posts).toEqual([]);

  answer = ({ field, delimiter = "" }) => {
    fields = fields.map((one) => (one.field === field ? { ...one, delimiter } : one));
    return { notice: { level: "success", text: "Delimiter saved" } };
  };
  type("custom.care", "; ");
  fireEvent.keyDown(input("custom.care"), { key: "Enter" });
  await waitFor(() => expect(input("custom.care").readOnly).toBe(false));
  expect(input("custom.care").value).toBe("; ");
  expect(posts).toEqual([update({ field: "custom.care", delimiter: "; " })]);

  answer = fail;
  type("custom.care", "/");
  fireEvent.blur(input("custom.care"));
  await screen.findByText("Error updating it: no");
  await waitFor(() => expect(input("custom.care").value).toBe("; "));
});

it("filters and sorts the metafields", async () => {
  await open("/?sort=field desc");
  expect(shownFields()).toEqual(["specs.material", "custom.care"]);
  fireEvent.change(screen.getByRole("textbox", { name: "Search" }), { target: { value: "MATERIAL" } });
  await waitFor(() => expect(shownFields()).toEqual(["specs.material"]));
  screen.getByText(/^1 found\./);
});

it("shows that the grid is loading in another order", async () => {
  await open();
  let release = () => {};
  loading = new Promise((resolve) => {
    release = resolve;
  });
  fireEvent.click(screen.getByRole("link", { name: "Metafield" }));
  await screen.findByText("Please wait while loading");
  release();
  await waitFor(() => expect(shownFields()).toEqual(["specs.material", "custom.care"]));
  expect(screen.queryByText("Please wait while loading")).toBeNull();
});

it("says that there are no metafields, and why they couldn't be loaded", async () => {
  fields = [];
  await open();
  const grid = within(screen.getByRole("region", { name: "Metafields" }));
  grid.getByText("No Records Found");
  grid.getByText(/^No metafields found\./);
});

it("shows a failure above what is stored, without saying that a definition is missing", async () => {
  problem = "Error getting metafields: Shopify doesn't answer.";
  fields = [{ field: "custom.care", active: true, delimiter: "|" }];
  await open();
  screen.getByText(problem);
  screen.getByText(/^The list has what is stored in Backroom/);
  expect(shownFields()).toEqual(["custom.care"]);
  expect(screen.queryByText("No definition")).toBeNull();
});

it("shows a failure in place of an empty grid", async () => {
  problem = "Error getting metafields: Shopify doesn't answer.";
  fields = [];
  await open();
  screen.getByText(problem);
  expect(screen.queryByText(/^The list has what is stored/)).toBeNull();
  expect(screen.queryByRole("table", { name: "metafields" })).toBeNull();
});

it("asks before it stops monitoring all metafields, and says how many there are", async () => {
  await open();
  const unselect = () =>
    fireEvent.click(screen.getByRole("button", { name: "Unselect All Fields and Save" }));
  unselect();
  const dialog = within(await screen.findByRole("dialog"));
  dialog.getByText("Stop monitoring 1 metafield?");
  expect(posts).toEqual([]);
  fields = fields.map((field) => ({ ...field, active: false }));
  fireEvent.click(dialog.getByRole("button", { name: "Stop monitoring" }));
  await screen.findByText("2 metafield(s) loaded. No activated for monitoring metafields found.");
  expect(posts).toEqual([{ call: "salsify.selectAllFields", input: { active: false } }]);
  // Nothing is lost, so no confirmation is shown.
  unselect();
  await waitFor(() => expect(posts).toHaveLength(2));
});
