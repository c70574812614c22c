import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { fetchFile } from "~/ui/files/FileDownload";
import { formatBytes } from "~/ui/numbers";

beforeEach(() => vi.useFakeTimers());
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

/** Answers each request with the next response of its address. An Error is a broken connection. */
function answering(answers: Record<string, (Response | Error)[]>): string[] {
  const urls: string[] = [];
  vi.stubGlobal("fetch", async (url: string) => {
    urls.push(url);
    const answer = answers[url]?.shift();
    if (!answer || answer instanceof Error) throw answer ?? new Error(`unexpected request to ${url}`);
    return answer;
  });
  return urls;
}

const HEAD = { name: "People.xlsx", contentType: "text/plain", parts: 2 };
const head = () => [Response.json(HEAD)];

test("the parts arrive in order with their progress", async () => {
  answering({ "/files/1": head(), "/files/1/0": [new Response("ab")], "/files/1/1": [new Response("c")] });
  const shares: number[] = [];
  const { name, content } = await fetchFile("1", (share) => shares.push(share));
  expect([name, await content.text(), shares]).toEqual(["People.xlsx", "abc", [0.5, 1]]);
});

test("only a part whose connection breaks is requested again, after a pause", async () => {
  const busy = new Response(null, { status: 503, headers: { "Retry-After": "2" } });
  const urls = answering({
    "/files/1": head(),
    "/files/1/0": [new Response("ab")],
    "/files/1/1": [new Error("reset"), busy, new Response("c")],
  });
  const file = fetchFile("1", () => undefined);
  await vi.advanceTimersByTimeAsync(999);
  expect(urls).toEqual(["/files/1", "/files/1/0", "/files/1/1"]);
  await vi.advanceTimersByTimeAsync(1);
  expect(urls.slice(3)).toEqual(["/files/1/1"]);
  // The server has named this pause.
  await vi.advanceTimersByTimeAsync(1_999);
  expect(urls).toHaveLength(4);
  await vi.advanceTimersByTimeAsync(1);
  expect(await (await file).content.text()).toBe("abc");
  expect(urls.slice(4)).toEqual(["/files/1/1"]);
});

test("a refusal shows the server's message immediately", async () => {
  const urls = answering({
    "/files/1": [Response.json({ msg: "There is no such file." }, { status: 404 })],
  });
  await expect(fetchFile("1", () => undefined)).rejects.toThrow("There is no such file.");
  expect(urls).toHaveLength(1);
});

test("an unreachable server is reported after a time in which a server restarts", async () => {
  const urls = answering({});
  const failure = fetchFile("1", () => undefined).catch(String);
  await vi.advanceTimersByTimeAsync(13_999);
  expect(urls).toHaveLength(4);
  await vi.advanceTimersByTimeAsync(1);
  expect(await failure).toContain("Check the connection and try again.");
  expect(urls).toHaveLength(5);
});

test("formats file sizes", () => {
  expect([0, 812, 1_400, 60_957, 2_385_301, 12_000_000_000].map(formatBytes)).toEqual([
    "0 bytes",
    "812 bytes",
    "1.4 KB",
    "61 KB",
    "2.4 MB",
    "12 GB",
  ]);
});
