import { expect, test } from "vitest";
import { answerCall } from "~/core/answer-call.server";
import { inviteTexts } from "~/functions/invites/page.server";

const PERSON = { userType: "1", firstName: "Ana", lastName: "Martin", email: "a@x.example", tags: "" };
const LIST = [{ id: "1", email: "a@x.example" }];

test.each([
  ["invite", PERSON, { notSent: null }, { level: "success", seconds: 5 }],
  ["invite", PERSON, { notSent: "Nothing is sent." }, { level: "warning", seconds: 10 }],
  ["resendMany", { list: LIST }, { notSent: [], refused: [] }, { level: "success", seconds: 5 }],
  ["resendMany", { list: LIST }, { notSent: [{ id: "1" }], refused: [] }, { level: "warning", seconds: 10 }],
  ["resendMany", { list: LIST }, { notSent: [], refused: [{ id: "1" }] }, { level: "warning", seconds: 10 }],
])("%s of %j, answered with %j, is shown as %j", async (call, input, answer, notice) => {
  expect(await post(call, input, answer)).toMatchObject({
    notice: { text: "Answered.", ...notice },
  });
});

test.each([
  ["clears the selection when at least one person got an email", ["1", "2"], true],
  ["keeps the selection when no one got an email", ["1"], undefined],
])("resend %s", async (_what, ids, accepted) => {
  const answer = { ids, notSent: [{ id: "1" }], refused: [] };
  expect((await post("resendMany", { list: LIST }, answer)).accepted).toBe(accepted);
});

test("the job of an export has the screen's text for a failure", async () => {
  const input = { registered: "0", search: "", sort: "name asc" };
  expect((await post("exportUsers", input, { jobId: "j-1" })).notice?.job?.failure).toEqual({
    text: "Error exporting users",
  });
});

function post(call: string, input: object, answer: object) {
  const invites = new Proxy({}, { get: () => async () => ({ msg: "Answered.", ids: [], ...answer }) });
  return answerCall({ invites }, inviteTexts, { call: `invites.${call}`, input });
}
