import { type ContractCall, contractCalls } from "../../support/contract-calls.ts";
import type { Subject } from "../../support/example-requests.ts";
import { registerStudent } from "../../support/people.ts";
import { DEMO, SECOND, type TestShop } from "../../support/test-shop.ts";
import { openApiServer } from "../support/api-server.ts";
import { countAuditEntries, itemsOf, runDecisions, startApproval, tagsOf } from "../support/approvals.ts";
import { type CanaryIds, plantCanaries } from "../support/canaries.ts";
import { signIn } from "../support/flags.ts";
import { type BackroomPromise, finding } from "../support/promise.ts";
import { shopTables } from "../support/tables.ts";

/** The two shops, each with the other shop. */
const PAIRS = [
  [DEMO, SECOND],
  [SECOND, DEMO],
] as const;

export const twoShops: BackroomPromise = {
  id: "R16",
  title: "every table, call and job × two shops with canary rows",
  async test(shop) {
    await signIn([shop.token("1"), shop.token("1", SECOND)]);
    const canaries = {
      [DEMO]: await canaryOf(shop, DEMO, "Quetzal"),
      [SECOND]: await canaryOf(shop, SECOND, "Zorilla"),
    };
    const inTables = await readTables(canaries);
    const inCalls = await makeCalls(shop, canaries);
    const inJobs = await decideAcross(shop, canaries);
    return finding(
      [
        `${inTables.tables} tables, ${inCalls.calls} calls, ${inCalls.requests} requests, 2 jobs`,
        ...inCalls.failed,
      ].join(", "),
      {
        "foreign rows in tables": inTables.foreign,
        "foreign answers": inCalls.foreign,
        "foreign changes": inCalls.changed + inJobs,
        "canaries that their own shop doesn't see": inTables.unseen + inCalls.unseen,
        "calls that fail on a canary, and so show nothing": inCalls.failed.size,
      },
    );
  },
};

async function canaryOf(shop: TestShop, domain: string, name: string): Promise<CanaryIds> {
  const number = await registerStudent(shop.localStore, { name: `${name} Canary` }, domain);
  const hex = name === "Quetzal" ? "a" : "b";
  const uuid = `${hex.repeat(8)}-${hex.repeat(4)}-4${hex.repeat(3)}-8${hex.repeat(3)}-${hex.repeat(12)}`;
  await plantCanaries(domain, { number, uuid, text: name });
  return { number, uuid, text: name };
}

type Canaries = Record<string, CanaryIds>;
const ofShop = (canaries: Canaries, shop: string) => canaries[shop] as CanaryIds;

/** What the application role sees in each table when it is bound to a shop. */
async function readTables(canaries: Canaries) {
  const { withShop } = await import("~/platform/db/with-shop.server");
  const tables = (await shopTables()).filter(({ name }) => name !== "sessions");
  let [foreign, unseen] = [0, 0];
  for (const [shop, otherShop] of PAIRS) {
    for (const { name } of tables) {
      const { rows } = await withShop(shop, (tx) =>
        tx.$client.query<{ shop: string; whole: string }>(
          `SELECT shop, t::text AS whole FROM "${name}" AS t`,
        ),
      );
      const other = ofShop(canaries, otherShop).text;
      foreign += rows.filter((row) => row.shop !== shop || row.whole.includes(other)).length;
      if (rows.length === 0) unseen += 1;
    }
  }
  return { tables: tables.length, foreign, unseen };
}

/** Every call of each shop's owner, about their own records and about the other shop's. */
async function makeCalls(shop: TestShop, canaries: Canaries) {
  const api = await openApiServer();
  try {
    const calls = await contractCalls();
    const before = await fingerprints();
    let [requests, foreign, changed, unseen] = [0, 0, 0, 0];
    const failed: string[] = [];
    for (const [own, other] of PAIRS) {
      const seen: string[] = [];
      for (const call of calls) {
        const answer = await api.make(call, subjectOf(ofShop(canaries, other)), shop.token("1", own));
        requests += 1;
        if (answer.text.includes(ofShop(canaries, other).text)) foreign += 1;
      }
      const after = await fingerprints();
      if (after[other] !== before[other]) changed += 1;
      for (const call of calls.filter(reads)) {
        const { status, text } = await api.make(call, subjectOf(ofShop(canaries, own)), shop.token("1", own));
        requests += 1;
        seen.push(text);
        if (status === 500) failed.push(call.name);
        if (text.includes(ofShop(canaries, other).text)) foreign += 1;
      }
      if (!seen.some((text) => text.includes(ofShop(canaries, own).text))) unseen += 1;
      Object.assign(before, await fingerprints());
    }
    return { calls: calls.length, requests, foreign, changed, unseen, failed: new Set(failed) };
  } finally {
    await api.close();
  }
}

/** Lists with a search are read by POST. */
const reads = ({ name, method }: ContractCall) =>
  method === "GET" || /\.(list|rows|invited|registered)$/.test(name);

const subjectOf = ({ number, uuid }: CanaryIds): Subject => ({
  customerId: number,
  decisionId: uuid,
  jobId: uuid,
  viewId: uuid,
  importId: uuid,
  ruleId: uuid,
  administratorId: "4711",
  fileId: uuid,
  mailId: uuid,
  userTypeId: 1,
  invitationId: uuid,
  eventId: 1,
  giveawayId: 1,
});

/** A digest of everything that each shop has. */
async function fingerprints(): Promise<Record<string, string>> {
  const { database } = await import("~/platform/db/pool.server");
  const digests: Record<string, string> = {};
  const tables = (await shopTables()).filter(({ name }) => !["sessions", "mirrors"].includes(name));
  for (const shop of [DEMO, SECOND]) {
    const parts: string[] = [];
    for (const { name } of tables) {
      const { rows } = await database().query<{ digest: string }>(
        `SELECT md5(coalesce(string_agg(t::text, '|' ORDER BY t::text), '')) AS digest FROM "${name}" AS t WHERE shop = $1`,
        [shop],
      );
      parts.push(rows[0]?.digest ?? "");
    }
    digests[shop] = parts.join();
  }
  return digests;
}

/** A job of one shop that names the other shop's customer: nothing may happen to them. @returns what happened all the same */
async function decideAcross(shop: TestShop, canaries: Canaries): Promise<number> {
  let changed = 0;
  for (const [own, other] of PAIRS) {
    const { number } = ofShop(canaries, other);
    const before = (await tagsOf(shop.localStore, [number])).get(number)?.join();
    const audits = (await countAuditEntries(other, [number])).get(number);
    const jobId = await startApproval(shop, own, [number]);
    await runDecisions(own, jobId);
    const [item] = await itemsOf(jobId);
    if (item?.state !== "failed") changed += 1;
    if ((await tagsOf(shop.localStore, [number])).get(number)?.join() !== before) changed += 1;
    if ((await countAuditEntries(other, [number])).get(number) !== audits) changed += 1;
  }
  return changed;
}
