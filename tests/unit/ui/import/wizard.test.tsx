// @vitest-environment jsdom
import "../browser";
import { Blob as NodeBlob } from "node:buffer";
import { useLoaderData } from "@remix-run/react";
import { fireEvent, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import type { CallAnswer } from "~/core/answer-call.server";
import { suggestMapping } from "~/core/imports/matching";
import type { Import, ImportRow } from "~/core/imports/schemas";
import { ImportBeginPage } from "~/core/imports/ui/ImportBeginPage";
import { ImportPage } from "~/core/imports/ui/ImportPage";
import type { ImportPageData } from "~/core/imports/ui/import-page-data";
import { importForm as studentImport } from "~/functions/students/import";
import { readSheet } from "~/platform/sheets/reading/read-sheet";
import { letGo } from "~/ui/import/held-sheet";
import type { ReadChoices, ReadSheet } from "~/ui/import/reader-messages";
import { pageOfRows } from "../page-of-rows";
import { renderConsole } from "../render-console";
import { IMPORT_RUN } from "./import-run";

// jsdom has no workers: the reader runs in the page.
vi.mock("~/ui/import/sheet-reader", () => {
  class SheetReader {
    slices: Uint8Array[] = [];
    again: (choices: ReadChoices) => Promise<{ sheet: ReadSheet; reader: SheetReader }> = () =>
      Promise.reject();
    async read(file: File, expected: string[], _onProgress: unknown, choices: ReadChoices = {}) {
      this.again = async (other) => {
        const reader = new SheetReader();
        return { sheet: await reader.read(file, expected, null, other), reader };
      };
      const bytes = await new Promise<ArrayBuffer>((resolve) => {
        const reader = new FileReader();
        reader.onload = () => resolve(reader.result as ArrayBuffer);
        reader.readAsArrayBuffer(file);
      });
      const blob = new NodeBlob([bytes]) as Blob;
      const { slices, ...content } = await readSheet(blob, file.name, { ...choices, expected });
      this.slices = slices;
      return { ...content, fileName: file.name, sha256: "0".repeat(64), slices: slices.length };
    }
    readAgain = (choices: ReadChoices) => this.again(choices);
    slice = async (index: number) => this.slices[index];
    close() {}
  }
  return { SheetReader };
});

const READY: Partial<Import> = {
  state: "ready",
  mapping: ["email", "first_name", null],
  blanks: "keep",
  counts: { create: 1, change: 0, unchanged: 0, refused: 1, duplicate: 0 },
  problem: null,
  checkedAgainst: "store",
};
const REFUSED: ImportRow = {
  id: "2",
  number: 3,
  cells: ["no-address", "Bo"],
  verdict: "refused",
  problems: [
    {
      field: "email",
      column: 0,
      sentence: '"no-address" isn\'t a valid email address.',
      formats: [{ format: "day-first", cells: 312 }],
    },
  ],
  changes: [],
  customerId: null,
};
const CREATED: ImportRow = {
  id: "1",
  number: 2,
  cells: ["ann\u200B@x.example", "Ann"],
  verdict: "create",
  problems: [],
  changes: [{ field: "first_name", label: "First Name", before: "", after: "Ann" }],
  customerId: null,
};

/**
 * The wizard with a server that remembers one import, and what was posted to it.
 * @param lostAnswers how many answers to a new import are lost
 */
function openWizard(run: Partial<Import> = {}, address = "/students/import", lostAnswers = 0) {
  const posted: [call: string, input: object][] = [];
  const keys: unknown[] = [];
  const now = { ...IMPORT_RUN, ...run };
  const act = async ({ request }: { request: Request }): Promise<CallAnswer> => {
    const { call, input } = await request.json();
    const { operationId, ...given } = input;
    keys.push(operationId);
    posted.push([call, given]);
    if (call === "imports.open" && posted.length <= lostAnswers)
      return { offline: true, notice: { level: "critical", text: "No answer." } } as CallAnswer;
    if (call === "imports.open") {
      Object.assign(now, { columns: given.columns });
      const suggested = [...suggestMapping(studentImport.fields, now.columns)];
      const sameFile = { runId: "old", at: "2026-11-20T10:00:00Z", by: "Pat Partner" };
      return {
        value: {
          run: now,
          suggested,
          suggestedBlanks: null,
          suggestedFormats: [],
          remembered: false,
          sameFile,
        },
      };
    }
    if (call === "imports.finish") Object.assign(now, READY);
    return { accepted: true };
  };
  const load = (): ImportPageData => ({
    run: { ...now },
    tab: "all",
    state: { search: "", sort: "number asc" },
    rows: pageOfRows([CREATED, REFUSED]),
    job: null,
  });
  const Begin = () => <ImportBeginPage form={studentImport} title="Students" runs={[]} />;
  const Run = () => <ImportPage form={studentImport} {...(useLoaderData() as ImportPageData)} />;
  renderConsole(
    [
      { path: "/students/import", element: <Begin />, action: act },
      { path: "/students/import/:run", element: <Run />, loader: load, action: act },
    ],
    address,
  );
  return { now, posted, keys, user: userEvent.setup({ applyAccept: false }) };
}

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
