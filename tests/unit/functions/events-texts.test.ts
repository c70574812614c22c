import { expect, test } from "vitest";
import { answerCall } from "~/core/answer-call.server";
import { checkInTexts, eventTexts } from "~/functions/events/page.server";

test("the notice about a report follows its job, so that a failure is shown", async () => {
  const events = { report: async () => ({ jobId: "j1", to: "olive@x.example" }) };
  const post = { call: "events.report", input: { id: "7" }, about: "Fair" };
  expect((await answerCall({ events }, eventTexts, post)).notice?.job).toEqual({
    id: "j1",
    title: "Report on Fair",
    writesFile: true,
  });
});

const checkIn = (guest: object, about?: string) => {
  const post = { call: "events.checkIn", input: { id: "7", invitationId: "i1" }, about };
  return answerCall({ events: { checkIn: async () => guest } }, checkInTexts, post);
};

const IS_CHECKED_IN = { level: "success", text: "Ann Lee is checked in.", undo: { label: "Undo" } };
const ALREADY = { level: "warning", text: "Ann Lee was already checked in 3 minutes ago, by Olive Owner." };

test.each([
  ["that is new", { isNew: true, isOwn: true }, undefined, IS_CHECKED_IN],
  ["by someone else", { isNew: false, isOwn: false }, undefined, ALREADY],
  ["of someone with the same invitation", { isNew: false, isOwn: true }, undefined, ALREADY],
  ["whose first answer was lost", { isNew: false, isOwn: true }, "repeated", IS_CHECKED_IN],
  ["after a lost answer and by someone else", { isNew: false, isOwn: false }, "repeated", ALREADY],
])("a check-in %s", async (_what, outcome, about, notice) => {
  const checkedInAt = new Date(Date.now() - 180_000).toISOString();
  const guest = { name: "Ann Lee", checkedInAt, checkedInBy: "Olive Owner", ...outcome };
  const answer = await checkIn(guest, about);
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
  const { notice } = await checkIn(guest);
  expect(notice?.text).toBe("Ann Lee was already checked in just now, by Olive Owner.");
});
