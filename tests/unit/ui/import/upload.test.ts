// @vitest-environment jsdom
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { type UploadParts, UploadRefused, uploadSlices } from "~/ui/import/useUpload";
import { withMachineFactor } from "../../../support/machine-factor.ts";

const answers: (() => Promise<Response>)[] = [];
const puts: string[] = [];
const decoder = new TextDecoder();

beforeEach(() => {
  vi.useFakeTimers();
  answers.length = puts.length = 0;
  vi.stubGlobal("fetch", async (_url: string, { body }: { body: Uint8Array }) => {
    puts.push(decoder.decode(body));
    return answers.shift()?.() ?? new Response("{}");
  });
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

const noAnswer = () => Promise.reject(new TypeError("Failed to fetch"));
const answer = (status: number, body: object) => async () => Response.json(body, { status });

function upload(change: Partial<UploadParts> = {}) {
  const reported = { sent: [] as number[], waiting: [] as boolean[] };
  const done = uploadSlices({
    count: 3,
    slice: async (index) => new TextEncoder().encode(`slice ${index}`) as Uint8Array<ArrayBuffer>,
    url: "/imports/1/rows",
    signal: new AbortController().signal,
    onSent: (sent) => reported.sent.push(sent),
    onWaiting: (isWaiting) => reported.waiting.push(isWaiting),
    ...change,
  });
  return { reported, done };
}

it("sends every slice once", async () => {
  const { reported, done } = upload();
  await done;
  expect(puts.sort()).toEqual(["slice 0", "slice 1", "slice 2"]);
  expect(reported.sent).toEqual([1, 2, 3]);
});

it("resends a slice after a lost response, a 503 or a fault, until it is accepted", async () => {
  answers.push(noAnswer, noAnswer, answer(503, {}), answer(429, {}));
  const { reported, done } = upload({ count: 1 });
  await vi.advanceTimersByTimeAsync(60_000);
  await done;
  expect(puts).toEqual(Array(5).fill("slice 0"));
  expect(reported.waiting).toEqual([true, true, true, true, false]);
});

it("sends one slice at a time after one that didn't arrive in time", async () => {
  const TOO_LATE = { msg: "The upload took too long. Please try again in a few seconds." };
  const inFlight: (() => void)[] = [];
  const seen: number[] = [];
  const held = (status: number) => async () => {
    await new Promise<void>((answer) => seen.push(inFlight.push(answer)));
    return Response.json(TOO_LATE, { status });
  };
  answers.push(held(408), held(408), held(200), held(200), held(200), held(200));
  const { reported, done } = upload({ count: 4 });
  for (const atOnce of [2, 1, 1, 1, 1]) {
    await vi.waitFor(() => expect(inFlight).toHaveLength(atOnce), { timeout: withMachineFactor(60_000) });
    for (const answer of inFlight.splice(0)) answer();
  }
  await done;
  expect(seen).toEqual([1, 2, 1, 1, 1, 1]);
  expect(reported.sent).toEqual([1, 2, 3, 4]);
});

it("ends when a slice that is sent alone doesn't arrive in time again and again", async () => {
  answers.push(...Array(20).fill(answer(408, { msg: "The upload took too long." })));
  const { done } = upload({ count: 1 });
  const ended = expect(done).rejects.toThrow(
    "Your connection is too slow to send these rows. Use a faster connection, and check the rows again.",
  );
  await vi.advanceTimersByTimeAsync(120_000);
  await ended;
  expect(puts).toHaveLength(6);
});

it("ends with the sentence of a refusal before the page", async () => {
  answers.push(answer(413, { status: false, msg: "The request is larger than 11 MB." }));
  await expect(upload({ count: 1 }).done).rejects.toThrow("The request is larger than 11 MB.");
});

it("continues immediately when the browser is online again", async () => {
  answers.push(noAnswer);
  const { done } = upload({ count: 1 });
  await vi.advanceTimersByTimeAsync(10);
  window.dispatchEvent(new Event("online"));
  await done;
  expect(puts).toHaveLength(2);
});

it("ends with the server's message when it refuses", async () => {
  answers.push(answer(409, { notice: { level: "warning", text: "The import was started already." } }));
  const { done } = upload({ count: 1 });
  await expect(done).rejects.toThrow(UploadRefused);
  await expect(done).rejects.toThrow("The import was started already.");
});

it("ends when the page is left, also during a pause", async () => {
  const page = new AbortController();
  answers.push(noAnswer);
  const { done } = upload({ count: 1, signal: page.signal });
  const ended = expect(done).rejects.toThrow(/left/);
  await vi.advanceTimersByTimeAsync(10);
  page.abort(new Error("The page was left."));
  await ended;
  expect(puts).toHaveLength(1);
});
