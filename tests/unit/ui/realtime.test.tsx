// @vitest-environment jsdom
import "./browser";
import { EventEmitter } from "node:events";
import { Link, useLoaderData } from "@remix-run/react";
import { act, fireEvent, screen, waitFor } from "@testing-library/react";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { ImportOutcome } from "~/core/imports/ui/ImportOutcome";
import { RecentImports } from "~/core/imports/ui/RecentImports";
import { answerRunForm } from "~/core/imports/wizard-form.server";
import type { CardCustomer } from "~/domain/customers/card-part";
import { creditsList } from "~/functions/credits/list";
import { ManageCredits } from "~/functions/credits/ui/ManageCredits";
import { placesList } from "~/functions/giveaways/draw/list";
import { entrantsList } from "~/functions/giveaways/entrants/list";
import { giveawaysList } from "~/functions/giveaways/list";
import { DrawsPage } from "~/functions/giveaways/ui/DrawsPage";
import { jobBadge } from "~/functions/jobs/outcomes";
import { PersonPage } from "~/functions/person/ui/PersonPage";
import { studentImport } from "~/functions/students/student-import";
import { cents } from "~/platform/money/cents";
import { JobProgress } from "~/ui/JobProgress";
import { ConnectionState } from "~/ui/realtime/ConnectionState";
import { useHoldRefresh, useListRefresh } from "~/ui/realtime/useRealtime";
import { useFetcher } from "~/ui/useFetcher";
import { GIVEAWAY } from "./giveaway";
import { IMPORT_RUN } from "./import/import-run";
import { jobPage } from "./job-page";
import { pageOfRows } from "./page-of-rows";
import { renderConsole } from "./render-console";

const line = vi.hoisted(() => ({ socket: null as unknown, options: null as unknown }));

vi.mock("socket.io-client", () => ({
  io: (options: unknown) => {
    line.options = options;
    return line.socket;
  },
}));

/** The server's end of the line: what is emitted here arrives in the page. */
class FakeSocket extends EventEmitter {
  active = true;
  connect = vi.fn();
  disconnect = vi.fn();
}

let socket: FakeSocket;
beforeEach(() => {
  socket = new FakeSocket();
  line.socket = socket;
  const idToken = vi.fn().mockResolvedValueOnce("first token").mockResolvedValue("second token");
  Object.assign(window, { shopify: { idToken, toast: { show: () => {} }, loading: () => {} } });
});

afterEach(() => void vi.useRealTimers());

const connected = async () => {
  await waitFor(() => expect(socket.listenerCount("connect")).toBe(1));
  act(() => void socket.emit("connect"));
};
const publish = (event: string, data: unknown) => act(() => void socket.emit(event, data));

function Importer() {
  const fetcher = useFetcher();
  return (
    <button type="button" onClick={() => fetcher.submit({}, { method: "post" })}>
      Import
    </button>
  );
}

function List({ hold = false, list = "students" }: { hold?: boolean; list?: string }) {
  useListRefresh(list);
  useHoldRefresh(hold);
  return (
    <>
      <p>answer {String(useLoaderData())}</p>
      <ConnectionState />
    </>
  );
}

function openList(hold = false) {
  let answers = 0;
  const loader = vi.fn(async () => ++answers);
  const view = renderConsole([{ path: "/students", loader, element: <List hold={hold} /> }], "/students");
  return { loader, ...view };
}

const CARD = (
  <PersonPage
    customer={{ id: "gid://shopify/Customer/1", tags: [], registrations: [] } as unknown as CardCustomer}
    edit={null}
    parts={[]}
  />
);

const DRAWS = (
  <DrawsPage
    giveaway={GIVEAWAY}
    next={{ number: 1, commitment: "0f", committedAt: "2026-06-01T10:00:00.000Z", eligible: 0 }}
    draws={[]}
  />
);

describe("the connection to the server", () => {
  it("gives a fresh session token each time it connects", async () => {
    openList();
    await connected();
    const { path, auth } = line.options as { path: string; auth(answer: (data: unknown) => void): void };
    expect(path).toBe("/realtime");
    const ask = () => new Promise((resolve) => auth(resolve));
    expect([await ask(), await ask()]).toEqual([{ token: "first token" }, { token: "second token" }]);
  });

  it("shows its state, and reconnects after the server closed it", async () => {
    openList();
    await connected();
    expect(screen.getByText("Live")).toBeTruthy();
    publish("disconnect", "io server disconnect");
    expect(screen.getByText("Connecting")).toBeTruthy();
    await waitFor(() => expect(socket.connect).toHaveBeenCalled());
  });
});

describe("a list that changed", () => {
  it("is fetched again once for several changes in a row, and other lists aren't", async () => {
    const { loader } = openList();
    await screen.findByText("answer 1");
    await connected();
    publish("changed", { list: "staff" });
    for (let change = 0; change < 5; change++) publish("changed", { list: "students" });
    await screen.findByText("answer 2");
    expect(loader).toHaveBeenCalledTimes(2);
  });

  it("is fetched again when it changed while the page that shows it was loading", async () => {
    let [answers, release] = [0, () => {}];
    const loader = () => {
      answers += 1;
      if (answers > 1) return answers;
      return new Promise<number>((resolve) => {
        release = () => resolve(answers);
      });
    };
    renderConsole(
      [
        { path: "/staff", loader: () => 0, element: <Link to="/students">Students</Link> },
        { path: "/students", loader, element: <List /> },
      ],
      "/staff",
    );
    const link = await screen.findByRole("link", { name: "Students" });
    await connected();
    fireEvent.click(link);
    await waitFor(() => expect(answers).toBe(1));
    publish("changed", { list: "students" });
    act(() => release());
    await screen.findByText("answer 2");
  });

  it("is fetched again after an interruption, which may have lost events", async () => {
    openList();
    await screen.findByText("answer 1");
    await connected();
    publish("disconnect", "transport close");
    await connected();
    await screen.findByText("answer 2");
  });

  it("is fetched about once a second while it changes faster (a bulk job)", async () => {
    vi.useFakeTimers({ shouldAdvanceTime: true });
    const { loader } = openList();
    await screen.findByText("answer 1");
    await connected();
    // From here on only fake time passes: real time would count a busy machine's delays.
    vi.setTimerTickMode("manual");
    for (let passed = 0; passed < 5_000; passed += 100) {
      publish("changed", { list: "students" });
      await act(() => vi.advanceTimersByTimeAsync(100));
    }
    const throttled = loader.mock.calls.length - 1;
    expect(throttled).toBeGreaterThanOrEqual(4);
    expect(throttled).toBeLessThanOrEqual(6);
    await act(() => vi.advanceTimersByTimeAsync(1_500));
    expect(loader.mock.calls.length).toBeGreaterThan(throttled);
  });

  it.each([
    [
      "customer card",
      CARD,
      ["partnerusers", "retireeusers", "inviteusers", "toolconnectinviteusers", "mail"],
    ],
    ["page of draws", DRAWS, [giveawaysList.name, entrantsList.name, placesList.name]],
  ])("is fetched again once for each of the %s, and once for all together", async (_page, element, lists) => {
    vi.useFakeTimers({ shouldAdvanceTime: true });
    const loader = vi.fn(() => null);
    renderConsole([{ path: "/", loader, element }], "/");
    await waitFor(() => expect(loader).toHaveBeenCalled());
    await connected();
    const isOver = () => act(() => vi.advanceTimersByTimeAsync(2_000));
    // A new connection refreshes, too.
    await isOver();
    for (const changed of [...lists.map((list) => [list]), lists]) {
      loader.mockClear();
      for (const list of changed) publish("changed", { list });
      await isOver();
      expect(loader, changed.join()).toHaveBeenCalledTimes(1);
    }
  });

  it("waits while a dialog holds unsaved input", async () => {
    vi.useFakeTimers({ shouldAdvanceTime: true });
    const { loader } = openList(true);
    await screen.findByText("answer 1");
    await connected();
    publish("changed", { list: "students" });
    await act(() => vi.advanceTimersByTimeAsync(5_000));
    expect(loader).toHaveBeenCalledTimes(1);
  });
});

describe("a job", () => {
  it("refreshes the job center when it starts and ends, not with every row", async () => {
    let answers = 0;
    const loader = vi.fn(async () => ++answers);
    renderConsole([{ path: "/jobs", loader, element: <List list="jobs" /> }], "/jobs");
    await connected();
    await screen.findByText("answer 2");
    const job = { id: "7", state: "running", done: 0, failed: 0, total: 2 };
    publish("job", job);
    await screen.findByText("answer 3");
    publish("job", { ...job, done: 1 });
    publish("job", { ...job, done: 2, state: "completed" });
    await screen.findByText("answer 4");
    expect(loader).toHaveBeenCalledTimes(4);
  });

  it("updates its progress without a reload", async () => {
    const job = { id: "7", state: "running", done: 1, failed: 0, total: 2000 };
    renderConsole([{ path: "/jobs", element: <JobProgress title="Approve" job={job} /> }], "/jobs");
    await connected();
    expect(screen.getByText(/1 of 2,000 done/)).toBeTruthy();
    publish("job", { ...job, done: 1500, failed: 3 });
    expect(screen.getByText(/1,500 of 2,000 done · 3 failed/)).toBeTruthy();
    publish("job", { ...job, done: 2000, failed: 3, state: "completed" });
    expect(screen.getByText(/2,000 of 2,000 done · 3 failed · completed/)).toBeTruthy();
  });

  it("replaces the notice about its start by its outcome, also when that notice has closed", async () => {
    const notice = {
      level: "success",
      text: "File is uploaded to server, check the page few min later",
      link: { label: "Open in the job center", url: "/jobs/8" },
      job: { id: "8", title: "Import of people.csv" },
    } as const;
    const route = { path: "/students", element: <Importer />, action: async () => ({ notice }) };
    renderConsole([route], "/students");
    await connected();
    const start = async () => {
      fireEvent.click(screen.getByRole("button", { name: "Import" }));
      await screen.findByText(notice.text);
    };
    const job = { id: "8", state: "running", done: 0, failed: 0, total: 5 };
    const outcome = { level: "critical", text: "5 failed" };
    await start();
    publish("job", job);
    expect(screen.getByText(notice.text)).toBeTruthy();
    publish("job", { ...job, state: "completed", failed: 5, outcome });
    expect(screen.queryByText(notice.text)).toBeNull();
    expect(screen.getByText("Import of people.csv")).toBeTruthy();
    expect(screen.getByText("5 failed")).toBeTruthy();

    publish("job", job);
    await start();
    for (const button of screen.getAllByRole("button", { name: /Dismiss/ })) fireEvent.click(button);
    expect(screen.queryByText("5 failed")).toBeNull();
    publish("job", { ...job, state: "completed", failed: 5, outcome });
    expect(screen.getByText("5 failed")).toBeTruthy();
  });

  it("has its outcome shown when it ended while there was no connection", async () => {
    const read = vi.fn<(url: string) => Promise<Response>>();
    vi.stubGlobal("fetch", read);
    const notice = { level: "info", text: "5 registrations are being processed.", job: { id: "8" } } as const;
    const route = { path: "/students", element: <Importer />, action: async () => ({ notice }) };
    renderConsole([route], "/students");
    await connected();
    fireEvent.click(screen.getByRole("button", { name: "Import" }));
    await screen.findByText(notice.text);
    const answer = (outcome: object | null) => async () => Response.json({ id: "8", outcome });
    read.mockImplementationOnce(answer(null));
    publish("disconnect", "transport close");
    await connected();
    await waitFor(() => expect(read).toHaveBeenCalledExactlyOnceWith("/api/jobs/8"));

    vi.useFakeTimers();
    read.mockRejectedValueOnce(new TypeError("Failed to fetch"));
    read.mockImplementationOnce(answer({ level: "critical", text: "5 failed", canUndo: false }));
    publish("disconnect", "transport close");
    await act(() => vi.advanceTimersByTimeAsync(60_000));
    expect(screen.getByText("5 failed")).toBeTruthy();
    await act(() => vi.advanceTimersByTimeAsync(60_000));
    expect(read).toHaveBeenCalledTimes(3);
    vi.unstubAllGlobals();
  });

  const title = "Approve 2 students";
  const job = { id: "8", title, state: "completed", total: 2, done: 0, failed: 2, skipped: 0, canStop: true };
  const importRun = { ...IMPORT_RUN, state: "done", failed: 2 } as const;
  const jobs = { retry: async () => ({ rows: 2, title }), cancel: async () => ({ title }) };
  it.each([
    {
      page: "the job center",
      button: "Retry failed rows",
      element: jobPage({ id: "8", title, failed: 2 }),
      action: async () => ({
        notice: { level: "success", text: "2 rows are being retried.", job: { id: "8", title } },
      }),
    },
    {
      page: "the page of its import",
      button: "Retry the failed rows",
      element: <ImportOutcome kind={studentImport} run={importRun} job={job} />,
      action: async ({ request }: { request: Request }) =>
        answerRunForm({ imports: {} as never, jobs }, "run", await request.formData()),
    },
  ])(
    "that is retried on $page has the outcome of the retry shown, not the one before",
    async ({ button, element, action }) => {
      const text = "2 rows are being retried.";
      renderConsole([{ path: "/page", element, action, loader: () => null }], "/page");
      await connected();
      publish("job", { ...job, outcome: { level: "critical", text: "2 failed" } });
      // Polaris also renders its actions where it measures them.
      fireEvent.click(screen.getAllByText(button)[0] as HTMLElement);
      await screen.findByText(text);
      publish("job", { ...job, state: "queued", failed: 0, outcome: null });
      screen.getByText(text);
      publish("job", { ...job, done: 2, failed: 0, outcome: { level: "success", text: "2 approved" } });
      expect(screen.queryByText(text)).toBeNull();
      // Beside the title of the page.
      expect(screen.getAllByText(title).some((one) => one.closest(".Polaris-Banner"))).toBe(true);
    },
  );

  it("of a colleague's import is followed through the list that it changes", async () => {
    let state: "running" | "done" = "running";
    const Page = () => (
      <ImportOutcome
        kind={studentImport}
        run={{ ...IMPORT_RUN, state: useLoaderData() as never }}
        job={null}
      />
    );
    renderConsole([{ path: "/page", element: <Page />, loader: () => state }], "/page");
    await screen.findByText("The rows are being written");
    await connected();
    state = "done";
    publish("changed", { list: studentImport.list });
    await screen.findByText("The import is done");
  });

  it("of an import is followed among the earlier imports", async () => {
    let state: "running" | "done" = "running";
    const Page = () => (
      <RecentImports kind={studentImport} runs={[{ ...IMPORT_RUN, state: useLoaderData() as never }]} />
    );
    renderConsole([{ path: "/page", element: <Page />, loader: () => state }], "/page");
    await screen.findByText("Running");
    await connected();
    state = "done";
    publish("changed", { list: studentImport.list });
    await screen.findByText("Done");
  });

  it.each([
    ["success", "1 done", "The spreadsheet is ready to be downloaded."],
    ["critical", "1 failed", "The spreadsheet couldn't be written."],
  ])("that writes a file has one notice at its end, of the level %s", async (level, counts, text) => {
    const start = "The spreadsheet is being written.";
    const notice = { level: "info", text: start, job: { id: "9", writesFile: true } } as const;
    const route = { path: "/students", element: <Importer />, action: async () => ({ notice }) };
    renderConsole([route], "/students");
    await connected();
    fireEvent.click(screen.getByRole("button", { name: "Import" }));
    await screen.findByText(start);
    const outcome = { level, text: counts };
    publish("job", { id: "9", state: "completed", done: 1, failed: 0, total: 1, outcome });
    screen.getByText(text);
    expect(screen.queryByText(start)).toBeNull();
    expect(screen.queryByText(counts)).toBeNull();
  });

  it("with failed rows isn't green: neither its badge nor its bar", async () => {
    expect(jobBadge({ state: "completed", done: 0, failed: 5 }).tone).toBe("critical");
    expect(jobBadge({ state: "completed", done: 3, failed: 2 }).tone).toBe("attention");
    expect(jobBadge({ state: "completed", done: 5, failed: 0 }).tone).toBe("success");
  });
});

it("a page of copies without rows shows that it is live, not a date of nothing", async () => {
  const element = (
    <ManageCredits
      state={{ search: "zzzz", sort: creditsList.defaultSort, direction: "next" } as never}
      result={pageOfRows([], { pager: { page: 1, pages: 1 } })}
      approvals={[]}
      owedCents={cents(0)}
      readingHint=""
      now="2026-03-01T23:30:00.000Z"
    />
  );
  renderConsole([{ path: "/credits", element }], "/credits");
  await connected();
  expect(await screen.findByText("Live")).toBeTruthy();
  expect(screen.queryByText(/^Balances/)).toBeNull();
});
