import { contractCalls } from "../../support/contract-calls.ts";
import { UNKNOWN_RECORDS } from "../../support/example-requests.ts";
import { DEMO, SECOND } from "../../support/test-shop.ts";
import { openApiServer } from "../support/api-server.ts";
import { flagsForExample, knownFlags, setFlags, signIn } from "../support/flags.ts";
import { forgedTokens } from "../support/forged-tokens.ts";
import { type BackroomPromise, finding } from "../support/promise.ts";

export const flags: BackroomPromise = {
  id: "R17",
  title: "every call × every flag: refused without it, open with it",
  provenBy: "tests/integration/api/permissions.test.ts",
  async test(shop) {
    const api = await openApiServer();
    try {
      await signIn([shop.token("1"), shop.token("3")]);
      const calls = await contractCalls();
      const allFlags = await knownFlags(calls.map(({ permission }) => permission));
      let [requests, passed, shut, undeclared] = [0, 0, 0, 0];
      for (const call of calls) {
        if (!call.permission) undeclared += 1;
        const needed = flagsForExample(call);
        // Nothing granted, each flag alone, and all that are not this call's together.
        const others = allFlags.filter((flag) => !needed.includes(flag));
        for (const granted of [[], ...allFlags.map((flag) => [flag]), others]) {
          await setFlags(DEMO, "3", granted);
          const { status } = await api.make(call, UNKNOWN_RECORDS, shop.token("3"));
          const may = call.permission === "signed-in" || granted.some((flag) => needed.includes(flag));
          requests += 1;
          if (!may && status !== 403) passed += 1;
          if (may && [401, 403].includes(status)) shut += 1;
        }
      }
      await setFlags(DEMO, "3", []);
      return finding(`${calls.length} calls × ${allFlags.length} flags, ${requests} requests`, {
        "let in without the flag": passed,
        "kept out with it": shut,
        "calls without a declared permission": undeclared,
      });
    } finally {
      await api.close();
    }
  },
};

export const tokens: BackroomPromise = {
  id: "R18",
  title: "forged session tokens × every call and the sockets",
  provenBy: "tests/integration/api/permissions.test.ts",
  async test(shop) {
    const api = await openApiServer();
    try {
      await signIn([shop.token("1"), shop.token("1", SECOND)]);
      const [{ signedInBy }, calls] = await Promise.all([
        import("~/platform/auth/session-token.server"),
        contractCalls(),
      ]);
      let [requests, accepted] = [0, 0];
      for (const call of calls) {
        const forged = Object.values(forgedTokens());
        const answers = await Promise.all(forged.map((token) => api.make(call, UNKNOWN_RECORDS, token)));
        requests += answers.length;
        accepted += answers.filter(({ status }) => status !== 401).length;
      }
      // The sockets' handshake asks the same function.
      const kinds = Object.values(forgedTokens());
      for (const token of kinds) if (await signedInBy(token)) accepted += 1;
      return finding(`${kinds.length} kinds × ${calls.length} calls, ${requests} requests`, { accepted });
    } finally {
      await api.close();
    }
  },
};
