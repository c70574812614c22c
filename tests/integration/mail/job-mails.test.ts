/** Emails with a job's result that don't arrive: who requested it learns of it where they look, and when it happens. */
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { signedInCalls } from "../../support/calls.ts";
import { DEMO, openTestShop, type TestShop } from "../../support/test-shop.ts";
import { work } from "../exports/support.ts";
import { closeRealtime, connect, openRealtime } from "../realtime/support.ts";
import { sendDue } from "./support.ts";

let shop: TestShop;
let calls: Awaited<ReturnType<typeof signedInCalls>>;
beforeAll(async () => {
  shop = await openTestShop("job_mails");
  calls = await signedInCalls(shop);
});
afterEach(closeRealtime);
afterAll(() => shop.close());

test("an email of an export that bounces is a notice for the person who exported, and is in the job's row and page", async () => {
  const { socket } = await connect(await openRealtime(), shop.token("1"));
  const notices: unknown[] = [];
  socket.on("notice", (notice) => notices.push(notice));
  const { jobId } = await calls.dashboard.export({ recipients: "ana@agency.example, gone@bounce.example" });
  await work(jobId);
  const emails = async () => (await calls.jobs.detail({ id: jobId })).emails;
  expect((await emails()).map(({ state, problem }) => [state, problem])).toEqual(
    Array(3).fill(["queued", null]),
  );
  await sendDue();
  expect(await emails()).toEqual(
    expect.arrayContaining([
      { to: "ana@agency.example", state: "sent", problem: null },
      { to: "gone@bounce.example", state: "bounced", problem: expect.stringContaining("550 5.1.1") },
    ]),
  );
  const [row] = (await calls.jobs.list({})).rows;
  expect(row).toMatchObject({ id: jobId, unsentEmails: 1 });
  await expect
    .poll(() => notices)
    .toMatchObject([
      {
        text: "An email of “Export: Customers Data” didn't arrive.",
        link: { url: `/jobs/${jobId}` },
      },
    ]);
});

test("an address that is blocked already is in the outcome of the export", async () => {
  const { jobId } = await calls.dashboard.export({ recipients: "gone@bounce.example" });
  await work(jobId);
  const job = await calls.jobs.detail({ id: jobId });
  expect(job.unsentEmails).toBe(1);
  expect(job.emails).toContainEqual({
    to: "gone@bounce.example",
    state: "failed",
    problem: expect.stringMatching(/^Nothing is sent to this address/),
  });
  expect((await calls.jobs.items({ id: jobId })).rows[0]?.message).toContain(
    "The email to gone@bounce.example isn't sent: Nothing is sent to this address",
  );
});

test("an erased customer is no longer a recipient of an export, and the others still are", async () => {
  const { redactCustomer } = await import("../../support/erasure.ts");
  const { findText } = await import("../../guarantees/support/tables.ts");
  const recipients = "Former@agency.example, other@agency.example";
  const [done, waiting] = [
    await calls.dashboard.export({ recipients }),
    await calls.dashboard.export({ recipients }),
  ];
  await work(done.jobId);
  await redactCustomer(DEMO, { id: 91, email: "former@agency.example" });
  expect(await findText("former@agency")).toEqual([]);
  await work(waiting.jobId);
  const { emails } = await calls.jobs.detail({ id: waiting.jobId });
  expect(emails.map(({ to }) => to).toSorted()).toEqual([
    "olivia@backroom-demo.example",
    "other@agency.example",
  ]);
});
