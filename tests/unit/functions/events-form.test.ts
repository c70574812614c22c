import { expect, test } from "vitest";
import { answerCheckInForm } from "~/functions/events/check-in/form.server";
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

test.each([
  [true, { level: "success", text: "Ann Lee is checked in.", undo: { label: "Undo" } }],
  [false, { level: "warning", text: "Ann Lee was already checked in, by Olive Owner." }],
])("a check-in that is new: %s", async (isNew, notice) => {
  const calls = { checkIn: async () => ({ name: "Ann Lee", checkedInBy: "Olive Owner", isNew }) } as never;
  const form = new FormData();
  form.set("intent", "checkIn");
  form.set("invitationId", "i1");
  const answer = await answerCheckInForm(calls, 7, form);
  expect(answer.notice).toMatchObject(notice);
  expect(answer.notice?.undo !== undefined).toBe(isNew);
});
