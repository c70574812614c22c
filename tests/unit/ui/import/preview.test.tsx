// @vitest-environment jsdom
import "../browser";
import { fireEvent, screen, waitFor, within } from "@testing-library/react";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { effectText } from "~/core/imports/messages";
import type { Import } from "~/core/imports/schemas";
import { ImportBeginPage } from "~/core/imports/ui/ImportBeginPage";
import { ImportOutcome } from "~/core/imports/ui/ImportOutcome";
import { ImportPage } from "~/core/imports/ui/ImportPage";
import { RecentImports } from "~/core/imports/ui/RecentImports";
import { INVITATION_IMPORTS } from "~/domain/invitations/imports/import";
import { importForm as studentImport } from "~/functions/students/import";
import { heldSheet, holdSheet, letGo } from "~/ui/import/held-sheet";
import { connected, publish, socket } from "../fake-socket";
import { renderConsole } from "../render-console";
import { IMPORT_RUN } from "./import-run";
import { openWizard, READY } from "./open-wizard";

vi.mock("~/ui/import/sheet-reader", () => import("./sheet-reader-in-page"));

beforeEach(() => {
  vi.stubGlobal("fetch", async () => new Response("{}"));
});
afterEach(() => {
  letGo();
  vi.unstubAllGlobals();
});

describe("the preview", () => {
  it("shows what would be written, and a refused cell can be corrected in place", async () => {
    const { user, posted } = openWizard(READY, "/students/import/run");
    const rows = within(await screen.findByRole("table", { name: "rows" }));
    rows.getByText("Ann");
    const cell = rows.getByRole("textbox", { name: "E-Mail, row 3" });
    rows.getByText('"no-address" isn\'t a valid email address.');
    await user.clear(cell);
    await user.type(cell, "bo@x.example{Enter}");
    await waitFor(() =>
      expect(posted).toEqual([
        [
          "imports.fixRows",
          { id: "run", rows: [{ number: 3, cells: [{ column: 0, value: "bo@x.example" }] }] },
        ],
      ]),
    );
  });

  it("shows what the file amounts to before it starts, and the count of each tab", async () => {
    const summary = [
      "Credits: 2 rows, KWD 24.690 in all.",
      "Owed to all customers: KWD 10.000 now, KWD 34.690 afterward.",
    ];
    const counts = { create: 1, change: 2, unchanged: 3, refused: 4, duplicate: 5 };
    openWizard({ ...READY, rowCount: 15, counts, worthALook: 2, summary }, "/students/import/run");
    for (const sentence of summary) await screen.findByText(sentence);
    const tabs = screen.getAllByRole("tab").map((tab) => tab.textContent?.replaceAll(/\s+/g, " ").trim());
    expect(tabs).toEqual([
      "All15",
      "Worth a look2",
      "Created1",
      "Changed2",
      "Unchanged3",
      "Refused4",
      "Repeated5",
    ]);
  });

  it("says what keeps the import from starting", async () => {
    const problem = "Some record(s) have both amounts.";
    openWizard({ ...READY, problem }, "/students/import/run");
    const banner = (await screen.findByText(problem)).closest("[role=alert]");
    within(banner as HTMLElement).getByText("Data validation");
    const start = screen.getByRole<HTMLButtonElement>("button", { name: /^Import / });
    expect(start.disabled || start.getAttribute("aria-disabled") === "true").toBe(true);
  });

  it("offers to read the whole column in the format in which a refused cell can be read", async () => {
    const { user, posted } = openWizard(READY, "/students/import/run");
    const all = /^Day first: 31\/12\/2026: apply to all 312 cells/;
    await user.click(await screen.findByRole("button", { name: all }));
    await waitFor(() =>
      expect(posted).toEqual([["imports.format", { id: "run", column: 0, format: "day-first" }]]),
    );
  });

  it("keeps corrected cells of any row until they are saved, and imports nothing before", async () => {
    const { user, posted } = openWizard(READY, "/students/import/run");
    await user.click(await screen.findByRole("button", { name: "Edit row 2" }));
    const dialog = within(await screen.findByRole("dialog"));
    const name = await dialog.findByRole("textbox", { name: "First" });
    await user.clear(name);
    await user.type(name, "Anna");
    await user.click(dialog.getAllByRole("button", { name: "Close" }).at(-1) as HTMLElement);
    const cell = screen.getByRole("textbox", { name: "E-Mail, row 3" });
    await user.type(cell, "@x.example");
    expect(screen.queryByRole("button", { name: /^Import \d/ })).toBeNull();
    await user.click(screen.getByRole("button", { name: "Save 2 corrected cells" }));
    const rows = [
      { number: 2, cells: [{ column: 1, value: "Anna" }] },
      { number: 3, cells: [{ column: 0, value: "no-address@x.example" }] },
    ];
    await waitFor(() => expect(posted).toEqual([["imports.fixRows", { id: "run", rows }]]));
    await screen.findByRole("button", { name: "Import 1 row" });
  });

  it("has nothing unsaved once corrected cells are saved, before the rows have come again", async () => {
    const { user, posted, server } = openWizard(READY, "/students/import/run");
    const cell = await screen.findByRole<HTMLInputElement>("textbox", { name: "E-Mail, row 3" });
    await user.type(cell, "@x.example");
    await screen.findByText("Unsaved changes");
    server.held = new Promise(() => {});
    await user.click(screen.getByRole("button", { name: "Save 1 corrected cell" }));
    await waitFor(() => expect(posted).toHaveLength(1));
    await waitFor(() => expect(screen.queryByText("Unsaved changes")).toBeNull());
    expect(cell.value).toBe("no-address@x.example");
  });

  it("asks before a file is discarded, and names who sent it", async () => {
    const startedBy = { id: "2", name: "Ben Ortiz" };
    const { user, posted } = openWizard({ ...READY, startedBy }, "/students/import/run");
    await user.click(await screen.findByRole("button", { name: "Discard" }));
    const dialog = within(await screen.findByRole("dialog"));
    dialog.getByText(/^Ben Ortiz sent this file/);
    expect(posted).toEqual([]);
    await user.click(dialog.getByRole("button", { name: "Discard" }));
    await waitFor(() => expect(posted).toEqual([["imports.discard", { id: "run" }]]));
  });

  it("follows another administrator who imports the file", async () => {
    const { now } = openWizard(READY, "/students/import/run");
    await screen.findByRole("button", { name: "Import 1 row" });
    socket.missed = [];
    await connected();
    Object.assign(now, { state: "done", rowCount: 1 });
    publish("changed", { list: "students" });
    await screen.findByRole("heading", { name: "The import is done" });
  });

  it("closes the dialog of a row when its cells are saved", async () => {
    const { user, posted } = openWizard(READY, "/students/import/run");
    await user.click(await screen.findByRole("button", { name: "Edit row 2" }));
    const dialog = within(await screen.findByRole("dialog"));
    await user.type(await dialog.findByRole("textbox", { name: "First" }), "a");
    await user.click(dialog.getByRole("button", { name: "Save" }));
    await waitFor(() => expect(posted).toHaveLength(1));
    await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
  });

  it("starts with the count in the button", async () => {
    const { user, posted } = openWizard(READY, "/students/import/run");
    await screen.findByText(/1 row is refused and left out/);
    // Without the invisible character of its cell.
    await screen.findByText("ann@x.example");
    await user.click(screen.getByRole("button", { name: "Import 1 row" }));
    await waitFor(() => expect(posted).toEqual([["imports.start", { id: "run", isConfirmed: false }]]));
  });
});

it("after a reload, the file must be chosen again for rows that weren't sent", async () => {
  openWizard({}, "/students/import/run");
  await screen.findByText("The file is no longer open");
  expect(screen.getByRole("link", { name: "Choose the file again" }).getAttribute("href")).toBe(
    "/students/import",
  );
});

it("says which event all rows are for", () => {
  const form = { ...INVITATION_IMPORTS.event };
  const run: Import = {
    ...IMPORT_RUN,
    kind: form.id,
    givenName: "Fair",
    counts: { create: 1, change: 0, unchanged: 0, refused: 0, duplicate: 0 },
  };
  expect(effectText(run, form)).toBe("The import invites 1 invitee. All rows are for the event Fair.");
});

it("another file begins with the event or pool of the one before, and not with its ticks", async () => {
  const kind = { ...INVITATION_IMPORTS.retiree, given: { name: "event", label: "Event", pageOf: () => "/" } };
  const run: Import = {
    ...IMPORT_RUN,
    kind: kind.id,
    state: "done",
    defaults: { mtd_check_box: "1", event: "7" },
  };
  const data = { run, tab: "all", state: { search: "", sort: "number asc" }, rows: null, job: null } as const;
  renderConsole(
    [{ path: "/retireeusers/import/run", element: <ImportPage form={kind} {...data} /> }],
    "/retireeusers/import/run",
  );
  const link = await screen.findByRole("link", { name: "Import another file" });
  expect(link.getAttribute("href")).toBe("/retireeusers/import?event=7");
});

it("keeps what was ticked for all rows when the file is chosen again", async () => {
  const kind = INVITATION_IMPORTS.retiree;
  const run = { ...IMPORT_RUN, kind: kind.id, defaults: { mtd_check_box: "1" } };
  const data = { run, tab: "all", state: { search: "", sort: "number asc" }, rows: null, job: null } as const;
  renderConsole(
    [
      { path: "/retireeusers/import/run", element: <ImportPage form={kind} {...data} /> },
      {
        path: "/retireeusers/import",
        element: <ImportBeginPage form={kind} title="Retirees" runs={[]} offered={["mtd_check_box"]} />,
      },
    ],
    "/retireeusers/import/run",
  );
  fireEvent.click(await screen.findByRole("link", { name: "Choose the file again" }));
  expect((await screen.findByRole<HTMLInputElement>("checkbox", { name: /MTD Users/ })).checked).toBe(true);
});

it("an import with failed rows isn't called done", async () => {
  openWizard({ ...READY, state: "done", written: 0, failed: 5 }, "/students/import/run");
  await screen.findByText("Nothing was imported: 5 rows failed");
  expect(screen.queryByText("The import is done")).toBeNull();
});

it.each([
  ["completed", { done: 3, skipped: 0 }, "The import was undone", "Undone", null],
  ["completed", { done: 2, skipped: 1 }, "Undone except 1 row", "Partly undone", null],
  ["completed", { done: 0, skipped: 3 }, "Nothing was undone", "Not undone", null],
  ["cancelled", { done: 1, skipped: 0 }, "The undo was stopped", "Partly undone", "Undo the remaining rows"],
  // Its last rows ended after the cancellation was requested.
  ["cancelled", { done: 3, skipped: 0 }, "The import was undone", "Undone", null],
  // Its administrator lost access.
  ["failed", { done: 1, skipped: 1 }, "The undo was stopped", "Partly undone", "Undo the remaining rows"],
])("an undo of 3 rows that is %s with %o is shown as “%s”", async (state, rows, heading, badge, retry) => {
  const { done: undone } = rows;
  const run: Import = { ...IMPORT_RUN, state: "undone", undone, notUndone: 3 - undone };
  const counts = { total: 3, failed: 0, ...rows };
  const job = { id: "8", title: "Undo the import", state, canStop: true, ...counts };
  renderConsole([
    {
      path: "/",
      element: (
        <>
          <ImportOutcome form={studentImport} run={run} job={job} />
          <RecentImports form={studentImport} runs={[run]} />
        </>
      ),
    },
  ]);
  await screen.findByRole("heading", { name: heading });
  expect(screen.getByText(badge)).toBeTruthy();
  expect(screen.queryByRole("button", { name: /^(Retry|Undo the)/ })?.textContent ?? null).toBe(retry);
});

describe("an import that was started", () => {
  const DONE: Partial<Import> = {
    ...READY,
    state: "done",
    counts: { create: 1, change: 0, unchanged: 0, refused: 1, duplicate: 1 },
  };

  it("still offers the refused rows with their reasons", async () => {
    const { posted, user } = openWizard(DONE, "/students/import/run");
    await screen.findByText(/2 rows were refused or repeated, and left out/);
    await user.click(screen.getByRole("button", { name: "Download refused rows" }));
    await waitFor(() => expect(posted).toEqual([["imports.leftOut", { id: "run" }]]));
  });

  it("shows when what it waits for ends", async () => {
    vi.useFakeTimers({ shouldAdvanceTime: true });
    try {
      const warning = "The codes of this file wait until 2 other codes are added or removed.";
      const { now } = openWizard({ ...DONE, state: "running", warning }, "/students/import/run");
      await screen.findByText(warning);
      now.warning = null;
      const visibility = vi.spyOn(document, "visibilityState", "get").mockReturnValue("hidden");
      await vi.advanceTimersByTimeAsync(20_000);
      expect(screen.queryByText(warning)).not.toBeNull();
      visibility.mockRestore();
      await vi.advanceTimersByTimeAsync(10_000);
      await waitFor(() => expect(screen.queryByText(warning)).toBeNull());
    } finally {
      vi.useRealTimers();
    }
  });

  it("releases its file, which is no longer needed", async () => {
    const close = vi.fn();
    holdSheet("run", { reader: { close } } as never);
    openWizard(DONE, "/students/import/run");
    await screen.findByText("The import is done");
    expect(close).toHaveBeenCalledOnce();
    expect(heldSheet("run")).toBeNull();
  });
});
