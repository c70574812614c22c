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

const IS_CHECKED_IN = { level: "success", text: "Ann Lee is checked in.", undo: { label: "Undo" } };
const ALREADY = { level: "warning", text: "Ann Lee was already checked in 3 minutes ago, by Olive Owner." };

test.each([
  ["that is new", { isNew: true, isOwn: true }, undefined, IS_CHECKED_IN],
  ["by someone else", { isNew: false, isOwn: false }, undefined, ALREADY],
  ["of someone with the same invitation", { isNew: false, isOwn: true }, undefined, ALREADY],
  ["whose first answer was lost", { isNew: false, isOwn: true }, "on", IS_CHECKED_IN],
  ["after a lost answer and by someone else", { isNew: false, isOwn: false }, "on", ALREADY],
])("a check-in %s", async (_what, outcome, isRetry, notice) => {
  const checkedInAt = new Date(Date.now() - 180_000).toISOString();
  const guest = { name: "Ann Lee", checkedInAt, checkedInBy: "Olive Owner", ...outcome };
  const form = new FormData();
  form.set("intent", "checkIn");
  form.set("invitationId", "i1");
  if (isRetry) form.set("isRetry", isRetry);
  const answer = await answerCheckInForm({ checkIn: async () => guest } as never, 7, form);
  expect(answer.notice).toMatchObject(notice);
  expect(answer.notice?.undo !== undefined).toBe(notice === IS_CHECKED_IN);
});

test("a check-in by another device at the same moment", async () => {
  const guest = {
    name: "Ann Lee",
    isNew: false,
    isOwn: false,
    checkedInAt: new Date().toISOString(),
    checkedInBy: "Olive Owner",
  };
  const form = new FormData();
  form.set("intent", "checkIn");
  form.set("invitationId", "i1");
  const answer = await answerCheckInForm({ checkIn: async () => guest } as never, 7, form);
  expect(answer.notice?.text).toBe("Ann Lee was already checked in just now, by Olive Owner.");
});
