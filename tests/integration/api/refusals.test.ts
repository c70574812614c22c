import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type ApiServer, openApiServer } from "../../guarantees/support/api-server.ts";
import {
  type ContractCall,
  contractCalls,
  exampleOf,
  NOBODY,
} from "../../guarantees/support/contract-calls.ts";
import { flagsForExample, flagsIn, knownFlags, setFlags, signIn } from "../../guarantees/support/flags.ts";
import { forgedTokens } from "../../guarantees/support/forged-tokens.ts";
import { DEMO, openTestShop, type TestShop } from "../../support/test-shop.ts";

const calls = await contractCalls();
let shop: TestShop;
let api: ApiServer;

beforeAll(async () => {
  shop = await openTestShop("api");
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

test("every call has an example request and says who may make it", () => {
  expect(calls.length).toBeGreaterThan(20);
  for (const call of calls) {
    expect(() => exampleOf(call, NOBODY)).not.toThrow();
    expect(call.permission, `${call.name} declares no permission`).toBeDefined();
    expect(flagsIn(call.permission ?? "owner").every((flag) => flag.startsWith("show"))).toBe(true);
  }
});

describe.each(calls)("$name ($method $path)", (call: ContractCall) => {
  test("is refused without a token", async () => {
    expect(await api.make(call, NOBODY)).toMatchObject({ status: 401, body: UNAUTHORIZED });
  });

  test("is refused with every kind of forged token (R18)", async () => {
    for (const [kind, token] of Object.entries(forgedTokens())) {
      const answer = await api.make(call, NOBODY, token);
      expect([answer.status, answer.body], kind).toEqual([401, UNAUTHORIZED]);
    }
  });

  test("is refused without its flag, and open with it (R17)", async () => {
    const { permission = "owner" } = call;
    const needed = flagsIn(permission);
    const others = (await knownFlags(calls.map((one) => one.permission))).filter(
      (flag) => !needed.includes(flag),
    );
    const asWith = async (flags: readonly string[]) => {
      await setFlags(DEMO, "3", flags);
      return api.make(call, NOBODY, shop.token("3"));
    };
    if (permission !== "signed-in") {
      const refused = await asWith(others);
      expect([refused.status, refused.body?.code]).toEqual([403, "FORBIDDEN"]);
      expect(Object.keys(refused.body ?? {})).toEqual(["status", "msg", "errMsg", "code"]);
    }
    for (const flag of flagsForExample(call)) expect([401, 403]).not.toContain((await asWith([flag])).status);
    if (permission === "signed-in") expect([401, 403]).not.toContain((await asWith([])).status);
  });

  test("with bad input it is still the missing flag that is told, not what is wrong with the input", async () => {
    if (call.permission === "signed-in") return;
    await setFlags(DEMO, "3", []);
    const { path } = exampleOf(call, NOBODY);
    const hasBody = call.method !== "GET" && call.method !== "DELETE";
    const answer = await api.send(path, {
      method: call.method,
      headers: { authorization: `Bearer ${shop.token("3")}`, "content-type": "application/json" },
      body: hasBody ? JSON.stringify({ nonsense: true }) : undefined,
    });
    expect(answer.status).toBe(403);
  });
});
