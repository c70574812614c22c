// @vitest-environment jsdom
/** A job that is followed in realtime: its progress, its notices and its outcome. */
import "./browser";
import { useLoaderData } from "@remix-run/react";
import { act, fireEvent, screen, waitFor, within } from "@testing-library/react";
import { describe, expect, it, vi } from "vitest";
import { answerCall } from "~/core/answer-call.server";
import { importTexts } from "~/core/imports/import-texts.server";
import { ImportOutcome } from "~/core/imports/ui/ImportOutcome";
import { RecentImports } from "~/core/imports/ui/RecentImports";
import { jobBadge } from "~/functions/jobs/outcomes";
import { importForm as studentImport } from "~/functions/students/import";
import { JobProgress } from "~/ui/JobProgress";
import { useFetcher } from "~/ui/useFetcher";
import { connected, publish } from "./fake-socket";
import { IMPORT_RUN } from "./import/import-run";
import { jobPage } from "./job-page";
import { renderConsole } from "./render-console";

function Importer() {
  const fetcher = useFetcher();
  return (
    <button type="button" onClick={() => fetcher.submit({}, { method: "post" })}>
      Import
    </button>
  );
}

describe("a job", () => {
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
      link: { label: "Open in Jobs", url: "/jobs/8" },
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
    await waitFor(() => expect(screen.queryByText(notice.text)).toBeNull());
    expect(screen.getByText("Import of people.csv")).toBeTruthy();
    expect(screen.getByText("5 failed")).toBeTruthy();

    publish("job", job);
    await start();
    for (const button of screen.getAllByRole("button", { name: /Dismiss/ })) fireEvent.click(button);
    expect(screen.queryByText("5 failed")).toBeNull();
    publish("job", { ...job, state: "completed", failed: 5, outcome });
    expect(screen.getByText("5 failed")).toBeTruthy();
  });

  it("has a notice when an email with its result doesn't arrive, one for several", async () => {
    renderConsole([{ path: "/jobs", element: <p>Jobs</p> }], "/jobs");
    await connected();
    const notice = {
      level: "warning",
      text: "An email of “Export” didn't arrive.",
      topic: "mail of 8",
      link: { label: "See why in Jobs", url: "/jobs/8" },
    };
    publish("notice", notice);
    publish("notice", notice);
    await screen.findByText(/^An email of “Export” didn't arrive\./);
    expect(screen.getAllByText(/didn't arrive/)).toHaveLength(1);
    expect(screen.getByRole("link", { name: "See why in Jobs" }).getAttribute("href")).toBe("/jobs/8");
  });

  it("shows which emails with its result didn't arrive, and why", async () => {
    const emails = [
      { to: "ana@agency.example", state: "sent", problem: null },
      { to: "gone@agency.example", state: "bounced", problem: "No such mailbox." },
    ] as const;
    const page = jobPage({ id: "9", title: "Export", unsentEmails: 1, emails: [...emails] });
    renderConsole([{ path: "/jobs/9", element: page }], "/jobs/9");
    await screen.findByText("Emailed to ana@agency.example.");
    await screen.findByText(/^The email to gone@agency\.example didn't arrive: No such mailbox\./);
    expect(screen.getByRole("link", { name: "Send it again in Mail" }).getAttribute("href")).toBe(
      "/mail?q=gone%40agency.example",
    );
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
      page: "Jobs",
      button: "Retry failed rows",
      element: jobPage({ id: "8", title, failed: 2 }),
      action: async () => ({
        notice: { level: "success", text: "2 rows are being retried.", job: { id: "8", title } },
      }),
    },
    {
      page: "the page of its import",
      button: "Retry the failed rows",
      element: <ImportOutcome form={studentImport} run={importRun} job={job} />,
      action: async ({ request }: { request: Request }) =>
        answerCall({ jobs }, importTexts, await request.json()),
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
        form={studentImport}
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
      <RecentImports form={studentImport} runs={[{ ...IMPORT_RUN, state: useLoaderData() as never }]} />
    );
    renderConsole([{ path: "/page", element: <Page />, loader: () => state }], "/page");
    await screen.findByText("Running");
    await connected();
    state = "done";
    publish("changed", { list: studentImport.list });
    await screen.findByText("Done");
  });

  const failure = { text: "Error exporting transactions(s)", title: "Data validation" };
  it.each([
    ["success", "1 done", "The spreadsheet is ready to be downloaded.", "Exports", {}],
    ["critical", "A reason.", "The spreadsheet couldn't be written: A reason.", "Exports", {}],
    ["critical", "A reason.", "Error exporting transactions(s): A reason.", failure.title, { failure }],
    ["warning", "Canceled.", "The spreadsheet couldn't be written.", "Exports", { failure }],
  ])("that writes a file has one notice at its end, %s: %s", async (level, counts, text, title, more) => {
    const start = "The spreadsheet is being written.";
    const job = { id: "9", title: "Exports", writesFile: true, ...more } as const;
    const notice = { level: "info", text: start, job } as const;
    const route = { path: "/students", element: <Importer />, action: async () => ({ notice }) };
    renderConsole([route], "/students");
    await connected();
    fireEvent.click(screen.getByRole("button", { name: "Import" }));
    await screen.findByText(start);
    const outcome = { level, text: counts };
    publish("job", { id: "9", state: "completed", done: 1, failed: 0, total: 1, outcome });
    const banner = screen.getByText(text).closest<HTMLElement>(".Polaris-Banner");
    within(banner as HTMLElement).getByText(title);
    expect(screen.queryByText(start)).toBeNull();
    expect(screen.queryByText(counts)).toBeNull();
  });

  it("is followed without a connection, until it has ended", async () => {
    vi.useFakeTimers({ shouldAdvanceTime: true });
    let state = "running";
    const loader = vi.fn(() => state);
    const Page = () => jobPage({ id: "8", title: "Approve 2 students", state: useLoaderData() as never });
    renderConsole([{ path: "/page", element: <Page />, loader }], "/page");
    await screen.findByText("0 of 2 done");
    const after30Seconds = () => act(() => vi.advanceTimersByTimeAsync(30_000));
    await after30Seconds();
    expect(loader).toHaveBeenCalledTimes(2);
    state = "completed";
    await after30Seconds();
    await after30Seconds();
    expect(loader).toHaveBeenCalledTimes(3);
  });

  it("with failed rows isn't green: neither its badge nor its bar", async () => {
    expect(jobBadge({ state: "completed", done: 0, failed: 5 }).tone).toBe("critical");
    expect(jobBadge({ state: "completed", done: 3, failed: 2 }).tone).toBe("attention");
    expect(jobBadge({ state: "completed", done: 5, failed: 0 }).tone).toBe("success");
  });
});
