/** The permission of every call, in this process, and what each transport refuses before. All calls over HTTP: R17 and R18. */
import { afterAll, beforeAll, expect, test } from "vitest";
import { type ApiServer, openApiServer } from "../../guarantees/support/api-server.ts";
import { ABOUT_STUDENTS, flagsIn, knownFlags, signIn } from "../../guarantees/support/flags.ts";
import { forgedTokens } from "../../guarantees/support/forged-tokens.ts";
import { grantAccess } from "../../support/calls.ts";
import { type ContractCall, contractCalls } from "../../support/contract-calls.ts";
import { exampleOf } from "../../support/example-of.ts";
import { UNKNOWN_RECORDS } from "../../support/example-requests.ts";
import { openTestShop, type TestShop } from "../../support/test-shop.ts";

const calls = await contractCalls();
let shop: TestShop;
let api: ApiServer;

beforeAll(async () => {
  shop = await openTestShop("permissions");
  api = await openApiServer();
  await signIn([shop.token("1"), shop.token("3")]);
});
afterAll(async () => {
  await api.close();
  await shop.close();
});

const UNAUTHORIZED = {
  status: false,
  msg: "You are unauthorized.",
  errMsg: "You are unauthorized.",
  code: "UNAUTHORIZED",
};

/** One call, and what it needs. */
const STUDENTS = callNamed("students.list");

function callNamed(name: string): ContractCall {
  const call = calls.find((each) => each.name === name);
  if (!call) throw new Error(`The contract has no call ${name}.`);
  return call;
}

test("every call has an example request and declares its permission", () => {
  expect(calls.length).toBeGreaterThan(20);
  for (const call of calls) {
    expect(() => exampleOf(call, UNKNOWN_RECORDS)).not.toThrow();
    expect(call.permission, `${call.name} declares no permission`).toBeDefined();
    expect(flagsIn(call.permission ?? "owner").every((flag) => flag.startsWith("show"))).toBe(true);
  }
});

test("every call is refused without its flag and open with it, before its input is validated", async () => {
  const [{ app }, { signedInBy }] = await Promise.all([
    import("~/app.server"),
    import("~/platform/auth/session-token.server"),
  ]);
  const signedIn = await signedInBy(shop.token("3"));
  if (!signedIn) throw new Error("The administrator isn't signed in.");
  // The check that follows the permission's refuses a NUL character: no call is carried out.
  const answerTo = async (name: string, flags: readonly string[], isOwner = false) => {
    const administrator = { ...signedIn.administrator, isOwner, flags };
    const client: unknown = app.clientFor({ ...signedIn, administrator, clock: { now: () => new Date() } });
    const call = name.split(".").reduce((part, key) => (part as Record<string, unknown>)[key], client);
    return (call as (input: unknown) => Promise<unknown>)({ query: { nonsense: "\0" } }).then(
      () => "done",
      ({ status, code }) => `${status} ${code}`,
    );
  };
  const knownFlagNames = await knownFlags(calls.map(({ permission }) => permission));
  const [REFUSED, OPEN] = ["403 FORBIDDEN", "400 BAD_REQUEST"];
  for (const { name, permission = "owner" } of calls) {
    const needed = flagsIn(permission);
    const others = knownFlagNames.filter((flag) => !needed.includes(flag));
    const isForAll = permission === "signed-in";
    for (const flags of [[], others, ...others.map((flag) => [flag])])
      expect([name, flags, await answerTo(name, flags)]).toEqual([name, flags, isForAll ? OPEN : REFUSED]);
    for (const flag of needed) expect([name, flag, await answerTo(name, [flag])]).toEqual([name, flag, OPEN]);
    expect([name, "owner", await answerTo(name, [], true)]).toEqual([name, "owner", OPEN]);
  }
});

test("over HTTP every call is refused without a token, and one with every kind of forged token (R18)", async () => {
  for (const call of calls) {
    const { status, body } = await api.make(call, UNKNOWN_RECORDS);
    expect([call.name, status, body]).toEqual([call.name, 401, UNAUTHORIZED]);
  }
  for (const [kind, token] of Object.entries(forgedTokens())) {
    const answer = await api.make(STUDENTS, UNKNOWN_RECORDS, token);
    expect([answer.status, answer.body], kind).toEqual([401, UNAUTHORIZED]);
  }
});

test("over HTTP a call is refused without its flag, also with invalid input, and open with it (R17)", async () => {
  await grantAccess("3", ["showStaff"]);
  const refused = await api.make(STUDENTS, UNKNOWN_RECORDS, shop.token("3"));
  expect([refused.status, refused.body?.code]).toEqual([403, "FORBIDDEN"]);
  expect(Object.keys(refused.body ?? {})).toEqual(["status", "msg", "errMsg", "code"]);
  const invalid = await api.send(exampleOf(STUDENTS, UNKNOWN_RECORDS).path, {
    method: STUDENTS.method,
    headers: { authorization: `Bearer ${shop.token("3")}`, "content-type": "application/json" },
    body: JSON.stringify({ nonsense: true }),
  });
  expect(invalid.status).toBe(403);
  await grantAccess("3", ["showStudents"]);
  expect((await api.make(STUDENTS, UNKNOWN_RECORDS, shop.token("3"))).status).toBe(200);
});

test.each(ABOUT_STUDENTS)(
  "%s about students is refused with the flag of another kind of customer",
  async (name) => {
    const call = callNamed(name);
    const others = flagsIn(call.permission ?? "owner").filter((flag) => flag !== "showStudents");
    await grantAccess("3", others);
    expect((await api.make(call, UNKNOWN_RECORDS, shop.token("3"))).status).toBe(403);
    await grantAccess("3", ["showStudents"]);
    expect([401, 403]).not.toContain((await api.make(call, UNKNOWN_RECORDS, shop.token("3"))).status);
  },
);
