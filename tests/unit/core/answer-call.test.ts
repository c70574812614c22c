/** What a page may post. */
import { expect, test, vi } from "vitest";
import { answerCall, type Texts } from "~/core/answer-call.server";
import { badRequest, conflict } from "~/platform/errors";

const texts = { "pools.save": () => "Saved.", "pools.read": () => null } as unknown as Texts<never>;
const save = vi.fn(async (_input: object): Promise<unknown> => ({ id: "1" }));
const remove = vi.fn();
const calls = { pools: { save, read: async () => "a pool", remove } };
const post = (body: unknown) => answerCall(calls, texts, body);

test.each([
  ["a call that the page's table doesn't have", { call: "pools.remove", input: {} }],
  ["a name of an object's own", { call: "constructor", input: {} }],
  ["a path into an object", { call: "pools.save.call", input: {} }],
  ["no name", { input: {} }],
  ["an input that isn't an object", { call: "pools.save", input: "1" }],
  ["no object", null],
])("%s is refused, and makes no call", async (_what, body) => {
  await expect(post(body)).rejects.toMatchObject({ status: 400 });
  expect(save).not.toHaveBeenCalled();
  expect(remove).not.toHaveBeenCalled();
});

test("a call's answer comes with the page's text and the operation's id", async () => {
  expect(await post({ call: "pools.save", input: { operationId: "operation-1" } })).toEqual({
    call: "pools.save",
    value: { id: "1" },
    operationId: "operation-1",
    notice: { level: "success", text: "Saved." },
  });
  expect(await post({ call: "pools.read", input: {} })).toEqual({
    call: "pools.read",
    value: "a pool",
    accepted: true,
  });
});

test("problems of fields are at their fields, in sentences without the fields' names", async () => {
  save.mockRejectedValueOnce(badRequest("name: Enter a name.", { name: "Enter a name." }));
  const refused = (await post({ call: "pools.save", input: {} })) as { data?: unknown };
  expect(refused.data ?? refused).toMatchObject({
    notice: { level: "critical", text: "Enter a name." },
    fieldErrors: { name: "Enter a name." },
    status: 400,
  });
  save.mockRejectedValueOnce(conflict("This pool was changed."));
  await expect(post({ call: "pools.save", input: {} })).rejects.toMatchObject({ status: 409 });
});

test("a notice with a text of its own leaves the reason and the problems of fields to the page", async () => {
  const own = { "pools.save": { say: () => "Saved.", failure: { notice: { text: "Not saved." } } } };
  save.mockRejectedValueOnce(badRequest("name: Enter a name.", { name: "Enter a name." }));
  const refused = await answerCall(calls, own as never, { call: "pools.save", input: {} });
  expect((refused as { data?: unknown }).data ?? refused).toEqual({
    notice: { level: "critical", text: "Not saved." },
    problem: "Enter a name.",
    fieldErrors: { name: "Enter a name." },
    status: 400,
  });
});
