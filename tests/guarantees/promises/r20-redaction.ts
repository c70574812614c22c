import { signedInCalls } from "../../support/calls.ts";
import { refreshMirror, registerStudent } from "../../support/people.ts";
import { confirmFor, proxied } from "../../support/public-pages.ts";
import { DEMO, SECOND, type TestShop } from "../../support/test-shop.ts";
import { runDecisions, setFaults, startApproval } from "../support/approvals.ts";
import { plantCanaries } from "../support/canaries.ts";
import { signIn } from "../support/flags.ts";
import { ledgerSums, plantPostings } from "../support/planted-postings.ts";
import { type BackroomPromise, finding } from "../support/promise.ts";
import { findText } from "../support/tables.ts";
import { deliver } from "../support/webhooks.ts";

const NAME = "Xenia Vanishing";
const EMAIL = "xenia.vanishing@students.example";

export const redaction: BackroomPromise = {
  id: "R20",
  title:
    "after customers/redact and shop/redact the data stand 0 times in tables and queue; every sum of the ledger stays",
  async test(shop) {
    await signIn([shop.token("1"), shop.token("1", SECOND)]);
    const person = await redactPerson(shop);
    const everything = await redactShop();
    const figure = `a person (${person.before} places before), a shop (${everything.before} places before)`;
    const left = [...person.left, ...person.changedSums, ...everything.left];
    return finding([figure, ...left].join("; "), {
      "places with the person": person.left.length,
      "places with the shop": everything.left.length,
      "pages broken by it": person.broken,
      "sums of the ledger that changed": person.changedSums.length,
      "searches that found nothing before": Number(person.before < 3) + Number(everything.before < 8),
    });
  },
};

/** A person who was decided on, in bulk and by hand, rejected, searched for and asked a question. */
async function redactPerson(shop: TestShop) {
  const calls = await signedInCalls(shop);
  await importWithSpaces(calls);
  const id = await registerStudent(shop.localStore, { name: NAME, email: EMAIL });
  await refreshMirror([id]);
  await runDecisions(DEMO, await startApproval(shop, DEMO, [id]));
  // Fails because they are already approved. Its message names them.
  await runDecisions(DEMO, await startApproval(shop, DEMO, [id]));
  await calls.views.save({
    list: "students",
    name: "Hers",
    query: `tab=pending&q=${encodeURIComponent(EMAIL)}`,
  });
  const search = { searchType: "Email", searchValue: EMAIL } as const;
  await calls.exports.student.start({ params: { status: "approved" }, body: search });
  await calls.exports.student.rows({ params: { status: "approved" }, body: search });
  await inviteInBulk();
  await takePart(calls);
  await calls.notes.add({ id: String(id), text: `${NAME} called, and writes from ${EMAIL}.` });
  await plantPostings(shop, calls, { id, name: NAME, email: EMAIL });
  const payload = { shop_domain: DEMO, customer: { id, email: EMAIL, phone: null } };
  await deliver({ shop: DEMO, topic: "customers/data_request", payload });
  setFaults(shop.localStore, DEMO);

  const words = [NAME, NAME.split(" ")[1] ?? "", EMAIL, encodeURIComponent(EMAIL), String(id)];
  const places = async () => (await Promise.all(words.map(findText))).flat();
  const before = (await places()).length;
  const sums = await ledgerSums(calls);
  const status = await deliver({
    shop: DEMO,
    topic: "customers/redact",
    payload: { ...payload, orders_to_redact: [] },
  });
  const { runErasures } = await import("../../support/erasure.ts");
  await runErasures(DEMO);
  // What is left must still be readable.
  const pages = await Promise.allSettled([
    calls.activity.list({}),
    calls.jobs.list({}),
    calls.views.list({ list: "students" }),
    calls.credits.transactions({ page: 1 }),
    calls.credits.liability(),
  ]);
  const broken = pages.filter((page) => page.status === "rejected").length + Number(status !== 200);
  const sumsAfter = await ledgerSums(calls);
  const changedSums = Object.keys(sums).filter((name) => sums[name] !== sumsAfter[name]);
  if (Object.keys(sums).length < 12) changedSums.push("the ledger has too few sums to compare");
  // For a day the bare id stays, so that a reading that has already begun doesn't bring the person back.
  const left = (await places()).filter((place) => place !== "public.mirror_tombstones: 1");
  return { before, left, broken, changedSums };
}

/** A file from before they were a customer: its cells contain neither their id nor their address as one word. */
async function importWithSpaces({ imports }: Awaited<ReturnType<typeof signedInCalls>>) {
  const columns = ["Email", "School"];
  const file = {
    kind: "students",
    fileName: "people.csv",
    sha256: "a".repeat(64),
    columns,
    rowCount: 1,
  } as const;
  const { run, suggested } = await imports.open({ ...file, columns });
  await imports.decide({ id: run.id, mapping: suggested, blanks: "keep" });
  const cells = [EMAIL.replace("@", " @"), "Harbor"];
  await imports.send({ id: run.id, rows: [{ number: 2, cells }] });
  await imports.finish({ id: run.id });
}

/** They are invited by a job that has not begun, which names them in its rows, and once by hand, which is in the audit log. */
async function inviteInBulk(): Promise<void> {
  const [{ startBulkInvite }, { invite }, { withShop }] = await Promise.all([
    import("~/domain/invitations/bulk.server"),
    import("~/domain/invitations/invite.server"),
    import("~/platform/db/with-shop.server"),
  ]);
  const [firstName = "", lastName = ""] = NAME.split(" ");
  const person = { firstName, lastName, email: EMAIL, additionalTags: [] };
  const by = { id: "1", name: "Olivia Owner" };
  const scope = { audience: "partner", groupId: "" } as const;
  await withShop(DEMO, async (tx) => {
    await invite(tx, DEMO, scope, person, { by, now: new Date(), operationId: "by-hand" });
    await startBulkInvite(tx, DEMO, { scope, people: [person], by, operationId: "in-bulk" });
  });
}

/** They take part in a giveaway and are drawn. An administrator's reason contains their address. */
async function takePart({ giveaways }: Awaited<ReturnType<typeof signedInCalls>>): Promise<void> {
  const { giveaway } = await giveaways.create({ name: "A giveaway" });
  const key = /giveaway\/([^/]+)\/$/.exec(giveaway.link)?.[1] ?? "";
  const [firstName = "", lastName = ""] = NAME.split(" ");
  const form = { firstName, lastName, email: EMAIL };
  const { app } = await import("~/app.server");
  const route = await import("~/routes/proxy.giveaway.$key");
  const send = () =>
    route.action({ request: proxied(`giveaway/${key}`, form), params: { key }, context: { app } });
  await send();
  const confirmed = await confirmFor(EMAIL);
  if (!confirmed.html.includes("You are registered")) throw new Error("The entry was not confirmed.");
  // And one that waits.
  await send();
  await giveaways.disqualify({ id: giveaway.id, number: 1, reason: `${EMAIL} works here` });
  await giveaways.exportEntrants({ id: giveaway.id, search: EMAIL });
}

async function redactShop() {
  await plantCanaries(SECOND, {
    number: 20_20,
    uuid: "20202020-2020-4020-8020-202020202020",
    text: "Farewell",
  });
  const places = async () => (await Promise.all([SECOND, "Farewell"].map(findText))).flat();
  const before = (await places()).length;
  const { database } = await import("~/platform/db/pool.server");
  // As the queue notes it while it works on something of the shop's.
  await database().query("UPDATE pgboss.queue SET singletons_active = array_append(singletons_active, $1)", [
    `${SECOND} mail.send`,
  ]);
  const answers = [
    await deliver({ shop: SECOND, topic: "app/uninstalled", payload: { domain: SECOND } }),
    await deliver({ shop: SECOND, topic: "shop/redact", payload: { shop_domain: SECOND } }),
  ];
  if (answers.some((status) => status !== 200))
    throw new Error(`The webhooks about the shop were answered ${answers.join(" and ")}.`);
  const { redactShop: task } = await import("~/core/erasure/webhooks.server");
  await task.run(SECOND, new AbortController().signal);
  return { before, left: await places() };
}
