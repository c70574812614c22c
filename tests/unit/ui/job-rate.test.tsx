// @vitest-environment jsdom
import "./browser";
import { act, screen } from "@testing-library/react";
import { useLoaderData } from "react-router-dom";
import { expect, it, onTestFinished, vi } from "vitest";
import { JobProgress } from "~/ui/JobProgress";
import type { JobState } from "~/ui/realtime/useRealtime";
import { renderConsole } from "./render-console";

it.each(["paused", "cancelled"])(
  "the speed of a job that was %s is that since it goes on",
  async (before) => {
    let now = 0;
    const clock = vi.spyOn(performance, "now").mockImplementation(() => now);
    const job = { id: "1", state: before, done: 40, failed: 0, total: 100 };
    let stored: JobState = job;
    const Page = () => <JobProgress title="Approve" job={useLoaderData() as JobState} />;
    const { router } = renderConsole([{ path: "/job", element: <Page />, loader: () => stored }], "/job");
    await screen.findByText(/^40 of 100 done/);
    onTestFinished(() => clock.mockRestore());
    const become = async (at: number, changes: Partial<JobState>) => {
      now = at;
      stored = { ...stored, ...changes };
      await act(async () => router.revalidate());
    };
    await become(3_600_000, { state: "running" });
    await become(3_610_000, { done: 50 });
    await screen.findByText(/^50 of 100 done/);
    expect(screen.getByText(/1\.0 per second/).textContent).toContain("about 50 seconds left");
  },
);
