import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { describeError } from "~/ui/describe-error";
import { keepWhenOffline } from "~/ui/keep-when-offline";
import {
  expectPartOfPage,
  type FailedLoad,
  fetchWithRefusals,
  keepPageOnFailedLoad,
  setShownAddress,
} from "~/ui/refused-requests";

const BUSY = "Too many requests are waiting. Please try again in a few seconds.";
const busy = () =>
  Response.json({ status: false, msg: BUSY }, { status: 503, headers: { "Retry-After": "2" } });
const data = () => new Response("[]", { headers: { "X-Remix-Response": "yes" } });

beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal("window", { location: { href: "https://backroom.example/students?tab=pending" } });
  setShownAddress("/students?tab=pending");
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

/** `fetch` that gives these answers one after the other, and what it was called with. */
function answering(...answers: (Response | Error)[]) {
  const requests: unknown[] = [];
  const send = fetchWithRefusals(async (input) => {
    requests.push(input);
    const answer = answers.shift() ?? data();
    if (answer instanceof Error) throw answer;
    return answer;
  });
  return { send, requests };
}

test("a page's data that an overloaded server refuses is requested again after the pause that it names", async () => {
  const { send, requests } = answering(busy());
  const answer = send("/students.data");
  await vi.advanceTimersByTimeAsync(1_999);
  expect(requests).toHaveLength(1);
  await vi.advanceTimersByTimeAsync(1);
  expect(await (await answer).text()).toBe("[]");
  expect(requests).toEqual(["/students.data", "/students.data"]);
});

test("data that stays refused is shown as the error page of a busy server", async () => {
  const { send, requests } = answering(busy(), busy(), busy());
  const failure = send("/students.data").catch(describeError);
  await vi.advanceTimersByTimeAsync(4_000);
  expect(await failure).toMatchObject({
    title: "Backroom isn't available right now",
    sentence: BUSY,
    canRetry: true,
  });
  expect(requests).toHaveLength(3);
});

test("the open page stays without a connection, and its data is requested until the server answers", async () => {
  const lost = () => new TypeError("Failed to fetch");
  const { send, requests } = answering(lost(), busy(), lost(), new Response("", { status: 502 }), lost());
  const answer = send("/students.data?tab=pending&_routes=functions%2Fstudents");
  await vi.advanceTimersByTimeAsync(60_000);
  expect(await (await answer).text()).toBe("[]");
  expect(requests).toHaveLength(6);
});

test("the open page stays while the server can't reach its database; a fault is shown immediately", async () => {
  const failed = (status: number) => new Response("[]", { status, headers: { "X-Remix-Response": "yes" } });
  const { send, requests } = answering(failed(503), failed(503));
  const answer = send("/students.data?tab=pending");
  await vi.advanceTimersByTimeAsync(10_000);
  expect((await answer).status).toBe(200);
  expect(requests).toHaveLength(3);
  expect((await answering(failed(500)).send("/students.data?tab=pending")).status).toBe(500);
  expect((await answering(failed(503)).send("/students.data?tab=approved")).status).toBe(503);
});

test("Home, whose data has an address of its own, stays too", async () => {
  setShownAddress("/");
  const { send } = answering(new TypeError("Failed to fetch"));
  const answer = send("/_root.data?_routes=functions%2Fhome");
  await vi.advanceTimersByTimeAsync(5_000);
  expect(await (await answer).text()).toBe("[]");
});

test("a part of the page is waited for, too", async () => {
  expectPartOfPage("/solrFilters/options?collection=7&filter=color");
  const { send } = answering(new TypeError("Failed to fetch"));
  const answer = send("/solrFilters/options.data?collection=7&filter=color");
  await vi.advanceTimersByTimeAsync(5_000);
  expect(await (await answer).text()).toBe("[]");
});

test("another tab of it isn't waited for without a connection", async () => {
  const { send, requests } = answering(new TypeError("Failed to fetch"));
  await expect(send("/students.data?tab=approved")).rejects.toThrow("Failed to fetch");
  expect(requests).toHaveLength(1);
});

test("the page that Back opens isn't waited for, although the browser has its address already", async () => {
  vi.stubGlobal("window", { location: { href: "https://backroom.example/staff" } });
  const { send, requests } = answering(new TypeError("Failed to fetch"));
  await expect(send("/staff.data")).rejects.toThrow("Failed to fetch");
  expect(requests).toHaveLength(1);
});

test("a page of a proxy says nothing to a person", async () => {
  const { send } = answering(new Response("<h1>Bad gateway</h1>", { status: 502 }));
  const error = await send("/students.data").catch(describeError);
  expect(error).toMatchObject({ title: "Another system doesn't respond", sentence: "" });
});

test("a refused change is not repeated: the page stays, and a notice has the reason", async () => {
  const { send, requests } = answering(busy());
  const serverAction = () => send("/students.data", { method: "POST" });
  const answer = await keepWhenOffline({ serverAction } as unknown as Parameters<typeof keepWhenOffline>[0]);
  expect(answer).toEqual({ notice: { level: "critical", text: BUSY }, offline: true });
  expect(requests).toHaveLength(1);
});

test.each([
  [502, "Backroom didn't answer"],
  [413, "This is more than the server accepts"],
])(
  "a change that a proxy answers with %i and a page of its own leaves the page open",
  async (status, text) => {
    const { send } = answering(new Response("<h1>A proxy</h1>", { status }));
    const serverAction = () => send("/students.data", { method: "POST" });
    const answer = await keepWhenOffline({ serverAction } as unknown as Parameters<
      typeof keepWhenOffline
    >[0]);
    expect(answer).toMatchObject({ notice: { text: expect.stringContaining(text) }, offline: true });
  },
);

test("a navigation to another page ends the pause", async () => {
  const { send, requests } = answering(busy());
  const navigation = new AbortController();
  const failure = send("/students.data", { signal: navigation.signal }).catch((error: Error) => error.name);
  await vi.advanceTimersByTimeAsync(100);
  navigation.abort();
  expect(await failure).toBe("AbortError");
  expect(requests).toHaveLength(1);
});

test("answers of Remix and other requests stay as they are", async () => {
  const failed = () => new Response("[]", { status: 500, headers: { "X-Remix-Response": "yes" } });
  expect((await answering(failed()).send("/students.data")).status).toBe(500);
  expect((await answering(busy()).send("/files/1")).status).toBe(503);
});

test.each([
  [
    "an error of the page",
    () => new Response("", { status: 500, headers: { "X-Remix-Response": "yes" } }),
    "Backroom answered with an error (500).",
  ],
  [
    "no connection",
    () => new TypeError("Failed to fetch"),
    "Backroom didn't answer: the connection may be lost.",
  ],
])(
  "a list keeps its page when another search can't be loaded because of %s",
  async (_name, answer, sentence) => {
    const failures: FailedLoad[] = [];
    const end = keepPageOnFailedLoad((failed) => failures.push(failed));
    const { send } = answering(answer(), answer());
    const navigation = new AbortController();
    const request = send("/students.data?tab=pending&q=ann&_routes=functions%2Fstudents", {
      signal: navigation.signal,
    });
    const ended = expect(request).rejects.toThrow("superseded");
    await vi.advanceTimersByTimeAsync(1);
    expect(failures).toEqual([{ to: "/students?tab=pending&q=ann", sentence }]);
    navigation.abort(new Error("superseded"));
    await ended;
    // Another page has an error page, and so has a page without a list.
    end();
    await expect(
      send("/students.data?q=bo").then(
        ({ status }) => status,
        () => "error page",
      ),
    ).resolves.toBe(answer() instanceof Response ? 500 : "error page");
  },
);
