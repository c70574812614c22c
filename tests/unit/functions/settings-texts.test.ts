import { expect, test } from "vitest";
import { answerCall } from "~/core/answer-call.server";
import { ruleTexts, switchTexts } from "~/functions/settings/page.server";
import { app } from "../../support/app.ts";

const { switches } = app.declarations;
const calls = { settings: { change: async () => ({ changed: { mtdUsers: true } }) } };
const change = { call: "settings.change", input: { switches: { mtdUsers: true } } };

test("a change of switches names them, and can be undone once", async () => {
  const answer = await answerCall(calls, switchTexts(switches), change);
  const title = switches.get("mtdUsers")?.title;
  expect(answer.notice).toMatchObject({ level: "success", text: `Saved: ${title} on.` });
  const undo = answer.notice?.undo?.call;
  expect(undo).toMatchObject({ call: "settings.change", input: { switches: { mtdUsers: false } } });
  expect((await answerCall(calls, switchTexts(switches), undo)).notice?.undo).toBeUndefined();
});

test("a rule that was added opens, and the list opens after a rule was deleted", async () => {
  const rules = { create: async () => ({ id: "7" }), remove: async () => ({ name: "Schools" }) };
  const open = (name: string) =>
    answerCall({ rules }, ruleTexts, { call: `rules.${name}`, input: {} }).catch((thrown: Response) =>
      thrown.headers.get("location"),
    );
  expect(await open("create")).toBe("/settings/rules/7");
  expect(await open("remove")).toBe("/settings/rules");
});
