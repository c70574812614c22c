// @vitest-environment jsdom
import "./browser";
import { act, fireEvent, screen, waitFor } from "@testing-library/react";
import { expect, it } from "vitest";
import { ExportButton } from "~/core/exports/ui/ExportButton";
import { useOpenImport, useRefusedRows } from "~/core/imports/ui/useOpenImport";
import { useReinviteMany } from "~/domain/invitations/ui/useReinviteMany";
import { type EventRow, eventsList } from "~/functions/events/list.server";
import { EventsPage } from "~/functions/events/ui/EventsPage";
import { ExportUsers } from "~/functions/invites/ui/InvitedUsers";
import { TryText } from "~/functions/settings/ui/mail/MailTextPage";
import { importForm as studentImport } from "~/functions/students/import";
import type { ReadSheet } from "~/ui/import/reader-messages";
import type { SheetReader } from "~/ui/import/sheet-reader";
import SavedViews from "~/ui/list/SavedViews";
import { useCall } from "~/ui/useCall";
import { pageOfRows } from "./page-of-rows";
import { renderConsole } from "./render-console";

function Reinviter() {
  const reinvite = useReinviteMany("partner");
  return (
    <>
      <button type="button" onClick={() => reinvite.ofFile(["ann@x.example"])}>
        Ann
      </button>
      <button type="button" onClick={() => reinvite.ofFile(["bob@x.example"])}>
        Bob
      </button>
      <span>{reinvite.isBusy ? "Working" : "Ready"}</span>
    </>
  );
}

it("a bulk action keeps its operation id after a lost response, until it succeeds or the selection changes", async () => {
  const answers = [
    { offline: true, notice: { level: "critical", text: "No answer 1." } },
    { status: 500, notice: { level: "critical", text: "Failed 2." } },
    { value: { invited: 1, notSent: null }, notice: { level: "warning", text: "All but one 3." } },
    { value: { invited: 1, notSent: null }, notice: { level: "info", text: "All 4." } },
    { offline: true, notice: { level: "critical", text: "No answer 5." } },
    { value: { invited: 1, notSent: null }, notice: { level: "info", text: "All 6." } },
  ] as const;
  const ids: string[] = [];
  const action = async ({ request }: { request: Request }) => {
    ids.push(await operationIdIn(request));
    return answers[ids.length - 1] ?? null;
  };
  renderConsole([{ path: "/partnerusers", element: <Reinviter />, action }], "/partnerusers");
  const press = async (name: string, message: string) => {
    fireEvent.click(screen.getByRole("button", { name }));
    await screen.findByText(message);
    await screen.findByText("Ready");
  };
  await press("Ann", "No answer 1.");
  await press("Ann", "Failed 2.");
  await press("Ann", "All but one 3.");
  await press("Ann", "All 4.");
  await press("Ann", "No answer 5.");
  await press("Bob", "All 6.");

  await waitFor(() => expect(ids).toHaveLength(6));
  const [lost, failed, taken, later, lostAgain, others] = ids;
  expect([failed, taken]).toEqual([lost, lost]);
  expect(new Set([lost, later, lostAgain, others]).size).toBe(4);
});

const STATE = { search: "", sort: "createdAt desc" };

function Press({ onPress }: { onPress(): void }) {
  return (
    <button type="button" onClick={onPress}>
      Press
    </button>
  );
}
const SavesTwo = () => {
  const { run } = useCall();
  return ["Mine", "Yours"].map((name) => (
    <button key={name} type="button" onClick={() => run({ call: "page.save", input: { name } })}>
      {name}
    </button>
  ));
};
const OpensImport = () => {
  const sheet = { fileName: "a.csv", sha256: "0".repeat(64), columns: [], rows: 1 } as unknown as ReadSheet;
  const { create } = useOpenImport(studentImport, {});
  return <Press onPress={() => create(sheet, { close() {} } as SheetReader)} />;
};
const SavesRows = () => <Press onPress={useRefusedRows("run").save} />;

it.each([
  [
    "an export",
    "Export Excel",
    <ExportButton key="0" call={{ call: "exports.student.rows", input: { body: {} } }} />,
  ],
  ["an export of users", "Export", <ExportUsers key="1" registered="0" state={STATE} disabled={false} />],
  ["an import that is opened", "Press", <OpensImport key="2" />],
  ["the rows of an import", "Press", <SavesRows key="3" />],
  [
    "a test mail",
    "Send a test email to me",
    <TryText key="4" id="x" wording={{ subject: "Come", body: "{{link}}" }} />,
  ],
])("%s that is requested again after a lost answer is the same operation", async (_what, name, element) => {
  // While it is at work, it has no name.
  const ids = await pressedTwice(element, async () =>
    fireEvent.click(await screen.findByRole("button", { name })),
  );
  expect(ids).toEqual([ids[0], ids[0]]);
});

it("removing an event's users keeps its operation id too", async () => {
  const at = "2027-01-01T10:00:00Z";
  const counts = { capacity: null, invited: 2, registered: 1, checkedIn: 0, waiting: 0 };
  const event = { id: "7", name: "Fair", dateFrom: at, dateTo: at, ...counts } as EventRow;
  const page = (
    <EventsPage
      list={eventsList.declaration}
      part="events"
      state={STATE}
      result={pageOfRows([event])}
      views={[]}
      email="olive@x.example"
    />
  );
  const ids = await pressedTwice(page, async () => {
    const [open] = screen.queryAllByRole("button", { name: "Remove Users", hidden: false });
    if (!open) {
      fireEvent.click(screen.getByRole("button", { name: "More actions for Fair" }));
      fireEvent.click(await screen.findByRole("menuitem", { name: "Remove Users: Fair", hidden: true }));
    }
    fireEvent.click(open ?? (await screen.findByRole("button", { name: "Remove Users" })));
  });
  expect(ids).toEqual([ids[0], ids[0]]);
});

it("saving a view keeps the name and the operation id after a lost answer", async () => {
  const ids = await pressedTwice(<SavedViews list="people" search="?q=ann" views={[]} />, async () => {
    if (!screen.queryByRole("dialog")) {
      fireEvent.click(await screen.findByRole("button", { name: "Views" }));
      fireEvent.click(await screen.findByRole("menuitem", { name: "Save as a view" }));
      fireEvent.change(await screen.findByRole("textbox", { name: "Name" }), { target: { value: "Anns" } });
    }
    expect(screen.getByRole<HTMLInputElement>("textbox", { name: "Name" }).value).toBe("Anns");
    fireEvent.click(screen.getByRole("button", { name: "Save" }));
  });
  expect(ids).toEqual([ids[0], ids[0]]);
});

it("reports the outcome of an operation also when another one is started before it", async () => {
  const answers: ((text: string) => void)[] = [];
  const action = async () => {
    const text = await new Promise<string>((resolve) => answers.push(resolve));
    return { notice: { level: "critical", text } };
  };
  renderConsole([{ path: "/page", element: <SavesTwo />, action }], "/page");
  const press = (name: string) => fireEvent.click(screen.getByRole("button", { name }));
  press("Mine");
  press("Yours");
  await waitFor(() => expect(answers).toHaveLength(2));
  // A repetition while it is in flight.
  press("Yours");
  answers[1]?.("Yours wasn't saved.");
  await screen.findByText("Yours wasn't saved.");
  answers[0]?.("Mine wasn't saved.");
  await screen.findByText("Mine wasn't saved.");
  press("Yours");
  await waitFor(() => expect(answers).toHaveLength(3));
});

/** Of a posted call. The input of a call in parts has it in its body. */
async function operationIdIn(request: Request): Promise<string> {
  const { input } = await request.json();
  return String((typeof input.body === "object" ? input.body : input).operationId);
}

/** Presses twice, each time without an answer. @returns the ids of the requested operations */
async function pressedTwice(element: React.ReactElement, press: () => Promise<unknown>): Promise<string[]> {
  const ids: string[] = [];
  const action = async ({ request }: { request: Request }) => {
    ids.push(await operationIdIn(request));
    return { offline: true, notice: { level: "critical", text: `No answer ${ids.length}.` } };
  };
  const elsewhere = ["/views", "/events"].map((path) => ({ path, action }));
  renderConsole([{ path: "/page", element, action }, ...elsewhere], "/page");
  for (const message of ["No answer 1.", "No answer 2."]) {
    await press();
    await screen.findByText(message);
    // The notice can be a render ahead of the button, which ignores a second press until it has the answer.
    await act(async () => {});
  }
  expect(ids[0]).toMatch(/^[0-9a-f-]{36}$/);
  return ids;
}
