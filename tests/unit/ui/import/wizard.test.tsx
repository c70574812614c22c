// @vitest-environment jsdom
import "../browser";
import { act, fireEvent, screen, waitFor, within } from "@testing-library/react";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { heldSheet, letGo } from "~/ui/import/held-sheet";
import { openWizard } from "./open-wizard";

vi.mock("~/ui/import/sheet-reader", () => import("./sheet-reader-in-page"));

async function choose(text: string, name = "people.csv") {
  await screen.findByText("Columns that can be imported");
  const input = document.querySelector<HTMLInputElement>("input[type=file]");
  if (!input) throw new Error("There is no file input.");
  fireEvent.change(input, { target: { files: [new File([text], name)] } });
}

const PEOPLE = "E-Mail,First,Shoe size\nann@x.example,Ann,38\nno-address,Bo,44";
const checkButton = () => screen.findByRole("button", { name: "Check 2 rows" }) as Promise<HTMLButtonElement>;

beforeEach(() => {
  vi.stubGlobal("fetch", async () => new Response("{}"));
});
afterEach(() => {
  letGo();
  vi.unstubAllGlobals();
});

describe("a file", () => {
  it("that can't be read is refused at the field, and another can be chosen", async () => {
    openWizard();
    await choose("ann@x.example,Ann\nbo@x.example,Bo");
    await screen.findByText(/There is no row with headings/);
    await choose(PEOPLE);
    await screen.findByText("What the columns hold");
  });

  it("whose import got no answer is sent again without choosing it again", async () => {
    const { posted, keys, user } = openWizard({}, undefined, 1);
    await choose(PEOPLE);
    await user.click(await screen.findByRole("button", { name: "Try again" }));
    await screen.findByText("What the columns hold");
    const [first, second, ...others] = posted;
    expect(second).toEqual(first);
    expect(keys[1]).toBe(keys[0]);
    expect(others).toEqual([]);
  });

  it("that is still read again when the page is left doesn't replace the next one", async () => {
    const { user, router } = openWizard();
    await choose(PEOPLE);
    await screen.findByText("What the columns hold");
    const first = heldSheet<unknown>("run");
    let answer = () => {};
    const again = first?.reader.readAgain;
    Object.assign(first?.reader ?? {}, {
      readAgain: async (choices: object) => {
        await new Promise<void>((resolve) => (answer = resolve));
        return again?.(choices);
      },
    });
    await user.selectOptions(screen.getByRole("combobox", { name: "Delimiter" }), ";");
    await act(() => router.navigate("/students/import"));
    await choose("E-Mail,First\ncem@x.example,Cem", "next.csv");
    await screen.findByText("What the columns hold");
    await act(async () => answer());
    expect(heldSheet<unknown>("run")?.sheet.fileName).toBe("next.csv");
  });

  it("of another kind is refused", async () => {
    openWizard();
    await choose("x", "people.pdf");
    await screen.findByText(/Other kinds of files can't be imported/);
  });
});

describe("the columns", () => {
  it("are matched by their headings, and unmatched ones are shown as ignored", async () => {
    openWizard();
    await choose(PEOPLE);
    const email = await screen.findByRole("combobox", { name: "What the column E-Mail holds" });
    expect((email as HTMLSelectElement).value).toBe("email");
    const size = screen.getByRole("combobox", { name: "What the column Shoe size holds" });
    expect((size as HTMLSelectElement).value).toBe("");
    expect(screen.getAllByText("This column is ignored.")).toHaveLength(1);
    await screen.findByText("The same file was imported before");
  });

  it("must include the required fields, each once", async () => {
    const { user } = openWizard();
    await choose(PEOPLE);
    const email = await screen.findByRole("combobox", { name: "What the column E-Mail holds" });
    await user.selectOptions(email, "");
    await screen.findByText("No column is matched to Email. Match one to go on.");
    expect(
      (await checkButton()).getAttribute("aria-disabled") ?? (await checkButton()).disabled,
    ).toBeTruthy();
    await user.selectOptions(email, "first_name");
    await screen.findByText("Two columns are matched to First Name. Leave one of them out.");
  });
});

it("how a file was read can be corrected and discarded, and its columns are matched again", async () => {
  const { user, posted } = openWizard();
  await choose("E-Mail~First\nann@x.example~Ann\nbo@x.example~Bo");
  const table = within(await screen.findByRole("region", { name: "The first rows of the file" }));
  table.getByText("ann@x.example~Ann");
  const chooseTilde = () => user.selectOptions(screen.getByRole("combobox", { name: "Delimiter" }), "~");
  await chooseTilde();
  await table.findByText("ann@x.example");
  // The page isn't left without a question until the check has stored the choices.
  await screen.findByText("Unsaved changes");
  await user.click(screen.getByRole("button", { name: "Discard" }));
  await table.findByText("ann@x.example~Ann");
  await waitFor(() => expect(screen.queryByText(/unsaved change/i)).toBeNull());
  await chooseTilde();
  await table.findByText("ann@x.example");
  const email = await screen.findByRole("combobox", { name: "What the column E-Mail holds" });
  expect((email as HTMLSelectElement).value).toBe("email");
  const headingRow = screen.getByRole("spinbutton", { name: "Row with the headings" });
  fireEvent.change(headingRow, { target: { value: "7" } });
  await screen.findByText(/^Row 7 is blank or too far below/);
  await screen.findByText("2 unsaved changes");
  fireEvent.change(headingRow, { target: { value: "1" } });
  await waitFor(() => expect(screen.queryByText(/^Row 7/)).toBeNull());
  await user.click(screen.getByRole("radio", { name: "Clears the field" }));
  await user.click(await checkButton());
  const file = { columns: ["E-Mail", "First"], rowCount: 2 };
  await waitFor(() => expect(posted).toContainEqual(["imports.decide", expect.objectContaining({ file })]));
});

it("nothing is sent until the rule for blank cells is chosen", async () => {
  const { user, posted } = openWizard();
  await choose(PEOPLE);
  await user.click(await checkButton());
  await screen.findByText("Choose what a blank cell means.");
  expect(posted.map(([call]) => call)).toEqual(["imports.open"]);

  await user.click(screen.getByRole("radio", { name: "Clears the field" }));
  await user.click(await checkButton());
  await screen.findByText(/The import adds 1 student to the store\./);
  expect(posted.slice(1)).toEqual([
    [
      "imports.decide",
      {
        id: "run",
        mapping: ["email", "first_name", null],
        blanks: "clear",
        formats: [],
        file: { columns: ["E-Mail", "First", "Shoe size"], rowCount: 2 },
      },
    ],
    ["imports.finish", { id: "run" }],
  ]);
  expect(document.activeElement?.tagName).toBe("H1");
});

it("asks before it is left while the rows are sent, and keeps the save bar busy", async () => {
  const leaveConfirmation = vi.fn(() => new Promise<void>(() => {}));
  vi.stubGlobal("shopify", {
    saveBar: { leaveConfirmation },
    loading() {},
    idToken: () => new Promise(() => {}),
  });
  let answer = () => {};
  vi.stubGlobal("fetch", () => new Promise((resolve) => (answer = () => resolve(new Response("{}")))));
  const { user, router } = openWizard();
  await choose(PEOPLE);
  await user.click(await screen.findByRole("radio", { name: "Clears the field" }));
  await screen.findByText("Unsaved changes");
  await user.click(await checkButton());
  await screen.findByText("0 of 2 rows sent and checked.");
  screen.getByText("Unsaved changes");
  act(() => void router.navigate("/students/import"));
  await waitFor(() => expect(leaveConfirmation).toHaveBeenCalledTimes(1));
  expect(router.state.location.pathname).toBe("/students/import/run");
  await act(async () => answer());
  await screen.findByText(/The import adds 1 student to the store\./);
});

it("if the server refuses rows, its message is shown and the columns stay", async () => {
  vi.stubGlobal("fetch", async () =>
    Response.json({ notice: { level: "warning", text: "This import was discarded." } }, { status: 409 }),
  );
  const { user } = openWizard();
  await choose(PEOPLE);
  await user.click(await screen.findByRole("radio", { name: "Leaves the field as it is" }));
  await user.click(await checkButton());
  await screen.findByText("This import was discarded.");
  await checkButton();
});
