import { expect, test } from "vitest";
import { answerInvitesForm } from "~/functions/invites/form.server";

const operationId = "an-operation";
const PERSON = { userType: "1", firstName: "Ana", lastName: "Martin", email: "a@x.example", tags: "" };
const LIST = JSON.stringify([{ id: "1", email: "a@x.example" }]);

test.each([
  ["invite", PERSON, { notSent: null }, { level: "success", seconds: 5 }],
  ["invite", PERSON, { notSent: "Nothing is sent." }, { level: "warning", seconds: 10 }],
  ["resend", { list: LIST }, { notSent: [], refused: [] }, { level: "success", seconds: 5 }],
  ["resend", { list: LIST }, { notSent: [{ id: "1" }], refused: [] }, { level: "warning", seconds: 10 }],
  ["resend", { list: LIST }, { notSent: [], refused: [{ id: "1" }] }, { level: "warning", seconds: 10 }],
])("%s of %j, answered with %j, is shown as %j", async (intent, fields, answer, notice) => {
  expect(await post({ intent, ...fields }, answer)).toMatchObject({
    notice: { text: "Answered.", ...notice },
  });
});

test.each([
  ["clears the selection when at least one person got an email", ["1", "2"], true],
  ["keeps the selection when no one got an email", ["1"], undefined],
])("resend %s", async (_what, ids, accepted) => {
  const answer = { ids, notSent: [{ id: "1" }], refused: [] };
  expect((await post({ intent: "resend", list: LIST }, answer)).accepted).toBe(accepted);
});

test("the job of an export has the screen's text for a failure", async () => {
  const fields = { intent: "export", registered: "0", search: "", sort: "name asc" };
  expect((await post(fields, { jobId: "j-1" })).notice?.job?.failure).toEqual({
    text: "Error exporting users",
  });
});

function post(fields: Record<string, string>, answer: object) {
  const form = new FormData();
  for (const [name, value] of Object.entries({ operationId, ...fields })) form.set(name, value);
  const invites = new Proxy(
    {},
    { get: () => async () => ({ msg: "Answered.", ids: [], ...answer }) },
  ) as never;
  return answerInvitesForm(invites, form);
}
