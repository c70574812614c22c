import { expect, test } from "vitest";
import { answerEventsForm } from "~/functions/events/form.server";

test("the notice about a report follows its job, so that a failure is shown", async () => {
  const calls = { report: async () => ({ jobId: "j1", to: "olive@x.example" }) } as never;
  const form = new FormData();
  for (const [name, value] of Object.entries({ intent: "report", id: "7", name: "Fair" }))
    form.set(name, value);
  expect((await answerEventsForm(calls, form)).notice?.job).toEqual({
    id: "j1",
    title: "Report on Fair",
    writesFile: true,
  });
});
