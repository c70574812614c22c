import { createServer, type RequestListener } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { app } from "~/app.server";
import type { Caller } from "~/core/context.server";
import { type ApiServer, openApiServer } from "../../guarantees/support/api-server.ts";
import { signIn } from "../../guarantees/support/flags.ts";
import { UNKNOWN_RECORDS } from "../../support/example-requests.ts";
import { refreshMirror, registerStudent } from "../../support/people.ts";
import { DEMO, openTestShop, type TestShop } from "../../support/test-shop.ts";

type Calls = ReturnType<typeof app.clientFor>;

let shop: TestShop;
let api: ApiServer;
let ann: number;

beforeAll(async () => {
  shop = await openTestShop("remote");
  api = await openApiServer();
  await signIn([shop.token("1"), shop.token("3")]);
  ann = await registerStudent(shop.localStore, { name: "Ann Remote", school: "Northside" });
  await refreshMirror([ann]);
});
afterAll(async () => {
  await api.close();
  await shop.close();
});

/** The calls in this process, and the same over HTTP, for one administrator. */
async function bothFor(administratorId: string, token = shop.token(administratorId)) {
  const { app } = await import("~/app.server");
  const { signedInBy } = await import("~/platform/auth/session-token.server");
  const signedIn = await signedInBy(shop.token(administratorId));
  if (!signedIn) throw new Error("not signed in");
  const caller: Caller = { ...signedIn, clock: { now: () => new Date() } };
  delete process.env.BACKEND_URL;
  const here = app.clientFor(caller, { sessionToken: null, customer: null });
  process.env.BACKEND_URL = api.url;
  const remote = app.clientFor(caller, { sessionToken: token, customer: null });
  delete process.env.BACKEND_URL;
  return { here, remote };
}

/** The outcome of a call, with only what a page looks at in an error. */
const outcome = (promise: Promise<unknown>) =>
  promise.then(
    (value) => ({ value }),
    ({ status, code, message, data }) => ({ status, code, message, fieldErrors: data?.fieldErrors }),
  );

const READS: [string, (backend: Calls) => Promise<unknown>][] = [
  ["a page of students", (backend) => backend.students.list({ params: { status: "pending" } })],
  [
    "a search",
    (backend) =>
      backend.students.list({
        params: { status: "pending" },
        query: { pageSize: 5, sort: "name asc" },
        body: { searchValue: "remote", searchType: "Email" },
      }),
  ],
  ["counts", (backend) => backend.students.counts()],
  ["a customer", (backend) => backend.customers.detail({ id: String(ann) })],
  ["the mirror's freshness", (backend) => backend.customers.mirror()],
  ["no jobs", (backend) => backend.jobs.list({})],
  ["settings", (backend) => backend.settings.read()],
  ["one's views", (backend) => backend.views.list({ list: "students" })],
];

test.each(READS)("%s is the same over HTTP as in process", async (_what, read) => {
  const { here, remote } = await bothFor("1");
  const expected = await read(here);
  expect(await read(remote)).toEqual(expected);
});

const REFUSED: [string, string, (backend: Calls) => Promise<unknown>, number][] = [
  ["an unknown customer", "1", (backend) => backend.customers.detail({ id: "999999999" }), 404],
  ["an unknown job", "1", (backend) => backend.jobs.detail({ id: UNKNOWN_RECORDS.jobId }), 404],
  ["a missing flag", "3", (backend) => backend.students.counts(), 403],
  ["the owner's page", "3", (backend) => backend.settings.read(), 403],
  [
    "a tag outside the allow-list",
    "1",
    (backend) =>
      backend.customers.changeStatus({ ids: { id: String(ann) }, removeTag: "Pending", addTag: "VIP" }),
    400,
  ],
  [
    "a wrong page size",
    "1",
    (backend) => backend.students.list({ params: { status: "pending" }, query: { pageSize: 1e9 } }),
    400,
  ],
  [
    "a registration that is not where it is said to be",
    "1",
    (backend) =>
      backend.customers.changeStatus({ ids: { id: String(ann) }, removeTag: "Approved", addTag: "Disabled" }),
    409,
  ],
];

test.each(REFUSED)("%s is refused the same way", async (_what, administratorId, call, status) => {
  const { here, remote } = await bothFor(administratorId);
  const expected = await outcome(call(here));
  expect(expected).toMatchObject({ status });
  expect(await outcome(call(remote))).toEqual(expected);
});

test("a change over HTTP is made once, as the administrator who sent the token", async () => {
  const { here, remote } = await bothFor("1");
  const change = {
    ids: { id: String(ann) },
    removeTag: "Pending",
    addTag: "Approved",
    operationId: "remote-change-1",
  };
  const done = await remote.customers.changeStatus(change);
  expect(await here.customers.changeStatus(change)).toEqual({ ...done, alreadyDone: true });
  const { rows } = await remote.activity.ofSubject({ subjectType: "customer", subjectId: String(ann) });
  expect(rows.map(({ who }) => who.name)).toEqual(["Olivia Owner"]);
});

test("without a valid token the remote backend returns no data", async () => {
  const { remote } = await bothFor("1", shop.token("1", undefined, { secret: "forged" }));
  expect(await outcome(remote.students.counts())).toMatchObject({ status: 401, code: "UNAUTHORIZED" });
});

/** The calls to a backend that behaves like this. */
async function withBackend(
  behaviour: RequestListener,
  work: (backend: Calls) => Promise<void>,
  patienceMs = 200,
) {
  const { app } = await import("~/app.server");
  const server = createServer(behaviour);
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  process.env.BACKEND_URL = `http://127.0.0.1:${(server.address() as AddressInfo).port}/api`;
  const backend = app.clientFor({} as Caller, { sessionToken: null, customer: null }, { patienceMs });
  delete process.env.BACKEND_URL;
  try {
    await work(backend);
  } finally {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  }
}

const SILENT = { status: 502, message: expect.stringMatching(/^The backend doesn't answer/) };

// The backend has a second to answer after its deadline, which a busy machine may miss: the page's own sentence is true then, too.
test("a person's deadline is one through both processes, and the backend's own sentence arrives", {
  retry: 2,
}, async () => {
  const { remote } = await bothFor("1");
  const { setDeadlineMs, withDeadline } = await import("~/platform/deadline.server");
  const hal = await registerStudent(shop.localStore, {
    name: `Hal Hanging${Date.now()}`,
    school: "Northside",
  });
  await refreshMirror([hal]);
  setDeadlineMs(4_000);
  try {
    shop.localStore.store.faults.setFor(DEMO, "CustomerStatusChange", { latencyMs: 60_000 });
    const approved = withDeadline(() =>
      remote.customers.changeStatus({ ids: { id: String(hal) }, removeTag: "Pending", addTag: "Approved" }),
    );
    expect(await outcome(approved)).toMatchObject({
      status: 502,
      message: expect.stringMatching(/^Shopify didn't answer in time\. The change may still be made\. /),
    });
    shop.localStore.store.faults.reset(DEMO);
    setDeadlineMs(200);
    await withBackend(
      () => undefined,
      async (backend) => {
        expect(await outcome(withDeadline(() => backend.students.counts()))).toMatchObject({
          status: 502,
          message: expect.stringMatching(/^The backend didn't answer in time\. /),
        });
      },
      60_000,
    );
  } finally {
    setDeadlineMs();
    shop.localStore.store.faults.reset(DEMO);
  }
});

test("an unreachable backend is 502", async () => {
  let dead: Calls | undefined;
  await withBackend(
    () => undefined,
    async (backend) => {
      dead = backend;
    },
  );
  expect(await outcome((dead as Calls).students.counts())).toMatchObject(SILENT);
});

test.each<[string, RequestListener]>([
  ["never answers", () => undefined],
  ["stops in the middle of its answer", (_request, response) => void response.writeHead(200).write("{")],
  ["hangs up", (request) => void request.destroy()],
  [
    "answers broken JSON",
    (_request, response) => void response.setHeader("content-type", "application/json").end("{"),
  ],
])("a backend that %s is 502", async (_what, behaviour) => {
  await withBackend(behaviour, async (backend) => {
    expect(await outcome(backend.students.counts())).toMatchObject(SILENT);
  });
});

test("a backend that fails without a reason is 502", async () => {
  await withBackend(
    (_request, response) =>
      void response.writeHead(503, { "content-type": "text/html" }).end("<h1>busy</h1>"),
    async (backend) => {
      expect(await outcome(backend.students.counts())).toMatchObject({
        status: 502,
        message: "The backend answered 503 without a reason.",
      });
    },
  );
});
