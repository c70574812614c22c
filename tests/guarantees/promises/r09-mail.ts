import type { ChildProcess } from "node:child_process";
import { once } from "node:events";
import type { ShopTransaction } from "~/platform/db/with-shop.server";
import { DEMO, type TestShop } from "../../support/test-shop.ts";
import { startBuiltWorker } from "../support/built-process.ts";
import { signIn } from "../support/flags.ts";
import { type BackroomPromise, finding } from "../support/promise.ts";
import { until } from "../support/until.ts";

/** The mail server answers so late that a worker is often killed between a mail that is kept and the word that it is. */
const ANSWER_AFTER_MS = 40;

const DOMAIN = "invited.example";

export const mail: BackroomPromise = {
  id: "R9",
  title:
    "workers killed (-9) during invitations one by one and in bulk, a tenth of them by work that is rolled back",
  // What this adds is that processes are killed.
  provenBy: "tests/integration/mail/outbox.test.ts",
  async test(shop, scale) {
    const [count, kills, side] = scale === "small" ? [40, 1, 1] : [1_000, 100, 3];
    await signIn([shop.token("1")]);
    await turnMailKnobs(shop, ANSWER_AFTER_MS);
    const workers = await Promise.all(Array.from({ length: side }, startBuiltWorker));
    try {
      const committed: string[] = [];
      const portion = count / kills;
      for (let kill = 0; kill < kills; kill += 1) {
        // Some at a time, so that there is always something in flight.
        const sent = await arrivals(shop);
        committed.push(...(await inviteSome(kill * portion, portion)));
        await until("further mails arrive", async () => (await arrivals(shop)) > sent);
        // With one worker, the one that sends; with several, anyone.
        const place = Math.floor(Math.random() * workers.length);
        const killed = workers[place] as ChildProcess;
        killed.kill("SIGKILL");
        await once(killed, "exit");
        workers[place] = await startBuiltWorker();
      }
      await turnMailKnobs(shop, 0);
      await until("every job has ended", async () => (await openJobs()) === 0);
      await until("every mail is sent", async () => (await unsent()) === 0);
      return await judge(shop, committed, kills);
    } finally {
      for (const worker of workers) worker.kill("SIGKILL");
      await turnMailKnobs(shop, 0);
    }
  },
};

const addressOf = (number: number) => `person${number}@${DOMAIN}`;
const isRolledBack = (number: number) => number % 10 === 9;

const OWNER = { id: "1", name: "Olivia Owner" };
const PARTNERS = { audience: "partner", groupId: "" } as const;
const personOf = (number: number) => ({
  firstName: "Ana",
  lastName: "Martin",
  email: addressOf(number),
  additionalTags: [],
});

/**
 * Invites some people: the first half one by one, each in a transaction of its own, the others by a job. A tenth of it is rolled
 * back. @returns the addresses whose work was committed
 */
async function inviteSome(first: number, count: number): Promise<string[]> {
  const numbers = Array.from({ length: count }, (_, index) => first + index);
  const half = Math.ceil(count / 2);
  const byHand = await Promise.all(numbers.slice(0, half).map(inviteOne));
  const inBulk = numbers.slice(half);
  const byJobs = await Promise.all([
    inviteByJob(inBulk.filter((number) => !isRolledBack(number))),
    inviteByJob(inBulk.filter(isRolledBack), "The work came to nothing."),
  ]);
  return [...byHand, ...byJobs].flat();
}

async function inviteOne(number: number): Promise<string[]> {
  const { invite } = await import("~/domain/invitations/invite.server");
  return committedOf([number], async (tx) => {
    const inviting = { by: OWNER, now: new Date(), operationId: `by hand ${number}` };
    await invite(tx, DEMO, PARTNERS, personOf(number), inviting);
    if (isRolledBack(number)) throw new Error("The work came to nothing.");
  });
}

async function inviteByJob(numbers: readonly number[], fault?: string): Promise<string[]> {
  if (numbers.length === 0) return [];
  const { startBulkInvite } = await import("~/domain/invitations/bulk.server");
  return committedOf(numbers, async (tx) => {
    const people = numbers.map(personOf);
    await startBulkInvite(tx, DEMO, { scope: PARTNERS, people, by: OWNER, operationId: `job ${numbers[0]}` });
    if (fault) throw new Error(fault);
  });
}

async function committedOf(
  numbers: readonly number[],
  work: (tx: ShopTransaction) => Promise<void>,
): Promise<string[]> {
  const { withShop } = await import("~/platform/db/with-shop.server");
  return withShop(DEMO, work).then(
    () => numbers.map(addressOf),
    () => [],
  );
}

/** The messages that the mail server has kept, each with its recipient and its Message-ID. */
async function arrived({ localStore }: TestShop): Promise<{ to: string; messageId: string }[]> {
  const { rows } = await localStore.store.pool.query<{ to: string; raw: Buffer }>(
    `SELECT envelope_to[1] AS to, raw FROM mail_messages WHERE envelope_to[1] LIKE '%@${DOMAIN}'`,
  );
  return rows.map(({ to, raw }) => ({
    to,
    messageId: /^Message-ID:\s*(\S+)/im.exec(raw.toString("utf8"))?.[1] ?? "",
  }));
}

async function arrivals({ localStore }: TestShop): Promise<number> {
  const { rows } = await localStore.store.pool.query<{ count: number }>(
    `SELECT count(*)::int AS count FROM mail_messages WHERE envelope_to[1] LIKE '%@${DOMAIN}'`,
  );
  return rows[0]?.count ?? 0;
}

async function unsent(): Promise<number> {
  const { database } = await import("~/platform/db/pool.server");
  const { rows } = await database().query<{ count: number }>(
    `SELECT count(*)::int AS count FROM mails WHERE to_email LIKE '%@${DOMAIN}' AND state <> 'sent'`,
  );
  return rows[0]?.count ?? 0;
}

async function openJobs(): Promise<number> {
  const { database } = await import("~/platform/db/pool.server");
  const { rows } = await database().query<{ count: number }>(
    "SELECT count(*)::int AS count FROM jobs WHERE kind = 'invitations.invite' AND state <> 'completed'",
  );
  return rows[0]?.count ?? 0;
}

/** Rows of the jobs without an outcome: the mail server accepted their mail. */
async function untrueRows(): Promise<number> {
  const { database } = await import("~/platform/db/pool.server");
  const { rows } = await database().query<{ count: number }>(
    `SELECT count(*)::int AS count FROM job_items JOIN jobs ON jobs.shop = job_items.shop AND jobs.id = job_id
      WHERE kind = 'invitations.invite' AND job_items.state <> 'done'`,
  );
  return rows[0]?.count ?? 0;
}

async function judge(shop: TestShop, committed: readonly string[], kills: number) {
  const messages = await arrived(shop);
  const idsOf = new Map<string, Set<string>>();
  for (const { to, messageId } of messages) idsOf.set(to, (idsOf.get(to) ?? new Set()).add(messageId));
  const repeats = messages.length - idsOf.size;
  const expected = new Set(committed);
  return finding(`${committed.length} invitations, ${kills} kills, ${repeats} repeated`, {
    missed: committed.filter((address) => !idsOf.has(address)).length,
    "from work that was rolled back": [...idsOf.keys()].filter((address) => !expected.has(address)).length,
    "rows of jobs that are not done": await untrueRows(),
    "repeated more often than killed": Math.max(0, repeats - kills),
    "repeated under another Message-ID": [...idsOf.values()].filter((ids) => ids.size > 1).length,
  });
}

async function turnMailKnobs({ localStore }: TestShop, answerAfterMs: number): Promise<void> {
  const response = await fetch(`${localStore.url}/knobs/mail`, {
    method: "PUT",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ answerAfterMs }),
  });
  if (!response.ok) throw new Error(`The local store refused the knob: ${await response.text()}`);
}
