// @vitest-environment jsdom
import "./browser";
import { act, fireEvent, screen, waitFor } from "@testing-library/react";
import { type LoaderFunctionArgs, useLoaderData } from "react-router-dom";
import { expect, it, vi } from "vitest";
import JobDetail from "~/functions/jobs/routes/jobs.$id";
import type { ActionAnswer } from "~/platform/notice";
import { useFetcher } from "~/ui/useFetcher";
import { useNotices } from "~/ui/useNotices";
import { jobPage } from "./job-page";
import { renderConsole } from "./render-console";

/** Only the route's component is tested here. */
vi.mock("~/core/authorize.server", () => ({ pageLoader: vi.fn(), callsAction: vi.fn() }));

const JOB_ID = "11111111-1111-4111-8111-111111111111";

/** Starts a bulk decision, and ends its job as the socket would. */
function BulkDecision() {
  const fetcher = useFetcher<ActionAnswer>();
  const { watchedJobs, showOutcome } = useNotices();
  const end = () => {
    for (const watched of watchedJobs)
      showOutcome(watched, { level: "success", text: "2 rejected", canUndo: watched.job.undo !== undefined });
  };
  return (
    <>
      <button type="button" onClick={() => fetcher.submit({ intent: "decideMany" }, { method: "post" })}>
        Reject selected
      </button>
      <button type="button" onClick={end}>
        End
      </button>
    </>
  );
}

it("the outcome of a bulk decision has an Undo, which posts to the page that decided", async () => {
  const posted: unknown[] = [];
  const undo = { label: "Undo", fields: { intent: "undoMany", jobId: JOB_ID } };
  const action = async ({ request }: { request: Request }) => {
    const fields = Object.fromEntries(await request.formData());
    posted.push(fields);
    const isUndo = fields.intent === "undoMany";
    return {
      notice: {
        level: "info",
        text: isUndo ? "The decisions are being undone." : "2 registrations are being processed.",
        job: { id: isUndo ? "undo" : JOB_ID, ...(!isUndo && { undo }) },
      },
    };
  };
  renderConsole([{ path: "/students", element: <BulkDecision />, action }], "/students");
  fireEvent.click(screen.getByRole("button", { name: "Reject selected" }));
  await screen.findByText("2 registrations are being processed.");
  expect(screen.queryByRole("button", { name: "Undo" })).toBeNull();
  fireEvent.click(screen.getByRole("button", { name: "End" }));
  await screen.findByText("2 rejected");
  fireEvent.click(screen.getByRole("button", { name: "Undo" }));
  await screen.findByText("The decisions are being undone.");
  expect(posted).toMatchObject([{ intent: "decideMany" }, undo.fields]);
});

it("the page of a job that can be undone asks, and then undoes it", async () => {
  const posted: unknown[] = [];
  const action = async ({ request }: { request: Request }) => {
    posted.push(await request.json());
    return { notice: { level: "info", text: "The job is being undone." } };
  };
  const outcome = { level: "success" as const, text: "2 rejected", canUndo: true };
  const page = jobPage({ id: JOB_ID, title: "Reject 2 students", done: 2, outcome, canUndo: true });
  renderConsole([{ path: "/jobs/:id", element: page, action }], `/jobs/${JOB_ID}`);
  // Polaris also renders its actions where it measures them.
  const [undo] = await screen.findAllByText("Undo this job");
  fireEvent.click(undo as HTMLElement);
  fireEvent.click(await screen.findByRole("button", { name: "Undo the job" }));
  await waitFor(() => expect(posted).toMatchObject([{ call: "jobs.undo", input: { id: JOB_ID } }]));
});

it("a question about a job isn't taken along to another one", async () => {
  const loader = ({ params }: LoaderFunctionArgs) => {
    const { props } = jobPage({ id: params.id ?? "", title: `Job ${params.id}`, done: 2, canUndo: true });
    return props;
  };
  const { router } = renderConsole([{ path: "/jobs/:id", element: <JobDetail />, loader }], "/jobs/1");
  const [undo] = await screen.findAllByText("Undo this job");
  fireEvent.click(undo as HTMLElement);
  await screen.findByRole("dialog", { name: "Undo “Job 1”?" });
  await act(() => router.navigate("/jobs/2"));
  await screen.findByRole("heading", { name: "Job 2" });
  await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
});

it("the answer of a retry leaves the question whether to stop the job open", async () => {
  let answer = (_answer: ActionAnswer) => {};
  const action = () => new Promise<ActionAnswer>((resolve) => (answer = resolve));
  let state: "completed" | "running" = "completed";
  const Page = () =>
    jobPage({ id: JOB_ID, title: "Reject 2 students", failed: 1, state: useLoaderData() as typeof state });
  const { router } = renderConsole(
    [{ path: "/jobs/:id", element: <Page />, loader: () => state, action }],
    `/jobs/${JOB_ID}`,
  );
  const [retry] = await screen.findAllByText("Retry failed rows");
  expect(retry?.closest("button")?.className).toContain("Primary");
  fireEvent.click(retry as HTMLElement);
  // The job is running before the answer is here.
  state = "running";
  await act(async () => router.revalidate());
  fireEvent.click(await screen.findByRole("button", { name: "Cancel" }));
  await screen.findByRole("dialog", { name: "Stop “Reject 2 students”?" });
  await act(async () => answer({ notice: { level: "info", text: "1 row is tried again." } }));
  await screen.findByText("1 row is tried again.");
  screen.getByRole("dialog", { name: "Stop “Reject 2 students”?" });
});
