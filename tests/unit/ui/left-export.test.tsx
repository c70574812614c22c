// @vitest-environment jsdom
import "./browser";
import { act, fireEvent, screen, waitFor } from "@testing-library/react";
import { beforeEach, expect, it, vi } from "vitest";
import type { CallAnswer } from "~/core/answer-call.server";
import { useRowsOrJob } from "~/core/exports/ui/ExportButton";
import { saveFile } from "~/ui/save-file";
import { jobPage } from "./job-page";
import { renderConsole } from "./render-console";

vi.mock("~/ui/save-file", () => ({ saveFile: vi.fn() }));

const save = vi.fn(async () => {});

function Exports() {
  const { run } = useRowsOrJob(save);
  return (
    <button
      type="button"
      onClick={() => run({ call: "exports.rows", input: {} }, { call: "exports.start", input: {} })}
    >
      Export
    </button>
  );
}

let waiting: { call: string; path: string; answer(answer: CallAnswer): void }[];
beforeEach(() => {
  waiting = [];
});

const action = async ({ request }: { request: Request }) => {
  const { call } = await request.json();
  const path = new URL(request.url).pathname;
  return new Promise<CallAnswer>((answer) => waiting.push({ call, path, answer }));
};

/** Presses a button of a page, and leaves the page before the answer. */
async function leaveAfter(element: React.ReactElement, name: string) {
  const other = { path: "/other", element: <p>Other</p>, action };
  const { router } = renderConsole([{ path: "/people", element, action }, other], "/people");
  const [button] = await screen.findAllByText(name);
  fireEvent.click(button as HTMLElement);
  await waitFor(() => expect(waiting).toHaveLength(1));
  await act(() => router.navigate("/other"));
  await screen.findByText("Other");
}

it("an export is saved also when its page was left before the rows came", async () => {
  await leaveAfter(<Exports />, "Export");
  await act(async () => waiting[0]?.answer({ value: "[]" }));
  await waitFor(() => expect(save).toHaveBeenCalledWith("[]"));
});

it("the job of a long export is started also when the page was left before", async () => {
  await leaveAfter(<Exports />, "Export");
  await act(async () => waiting[0]?.answer({ code: "TOO_MANY" }));
  await waitFor(() => expect(waiting[1]).toMatchObject({ call: "exports.start", path: "/people" }));
  await act(async () => waiting[1]?.answer({ notice: { level: "info", text: "The file is written." } }));
  await screen.findByText("The file is written.");
});

it("the rows of a job are saved also when its page was left before they came", async () => {
  await leaveAfter(jobPage({ id: "1", title: "Reject 2 students", done: 2 }), "Download all rows");
  await act(async () => waiting[0]?.answer({ value: { title: "Reject 2 students", rows: [] } }));
  await waitFor(() => expect(saveFile).toHaveBeenCalled());
});
