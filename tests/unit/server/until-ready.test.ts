import { expect, it, vi } from "vitest";
import { untilReady } from "../../../server/embedded-postgres/until-ready.ts";

const refusal = (code: string) => Object.assign(new Error(`refused with ${code}`), { code });

/** Waits for a server that refuses connections with a code until `isReady`. */
function start(
  code: () => string,
  isReady: (said: readonly string[]) => boolean,
  more: Partial<Parameters<typeof untilReady>[0]> = {},
) {
  const said: string[] = [];
  const connect = vi.fn(async () => {
    if (!isReady(said)) throw refusal(code());
  });
  const ready = untilReady({
    connect,
    failure: () => undefined,
    say: (line) => said.push(line),
    timeoutMs: 30,
    ...more,
  });
  return { ready, said, connect };
}

it("waits for a server that recovers, however long it takes, and says so once", async () => {
  let attemptsAfter = 0;
  const { ready, said } = start(
    () => "57P03",
    (lines) => lines.length > 0 && ++attemptsAfter > 5,
  );
  await ready;
  expect(said).toEqual([
    "PostgreSQL was ended without notice and is recovering. This can take minutes. Nothing is lost.",
  ]);
});

it("gives up a server that doesn't answer in time, also after its recovery", async () => {
  let code = "57P03";
  const { ready, connect } = start(
    () => code,
    () => false,
  );
  const ended = expect(ready).rejects.toThrow("did not answer within 0.03 s: refused with ECONNREFUSED");
  await expect.poll(() => connect.mock.calls.length, { interval: 5 }).toBeGreaterThan(4);
  code = "ECONNREFUSED";
  await ended;
});

it("ends with a server that has ended, and when it is canceled", async () => {
  const failure = () => new Error("It ended.");
  await expect(
    start(
      () => "57P03",
      () => false,
      { failure },
    ).ready,
  ).rejects.toThrow("It ended.");
  const canceled = AbortSignal.abort();
  await expect(
    start(
      () => "57P03",
      () => false,
      { canceled },
    ).ready,
  ).rejects.toThrow("canceled");
});
