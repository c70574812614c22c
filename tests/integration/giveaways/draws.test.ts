import { execFile } from "node:child_process";
import { createHash } from "node:crypto";
import fs from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { promisify } from "node:util";
import { afterAll, beforeAll, expect, test } from "vitest";
import { signedInCalls } from "../../support/calls.ts";
import { withMachineFactor } from "../../support/machine-factor.ts";
import { DEMO, openTestShop, SECOND, type TestShop } from "../../support/test-shop.ts";
import { countWaitingSessions } from "../../support/waiting-sessions.ts";
import { refusalOf } from "../console/two-shops.ts";
import {
  applicant,
  draw,
  fill,
  keyOf,
  people,
  readResultFile,
  registerAll,
  visit,
  withEntrants,
  work,
} from "./support.ts";

let shop: TestShop;
let calls: Awaited<ReturnType<typeof signedInCalls>>;
let folder: string;
beforeAll(async () => {
  shop = await openTestShop("giveaway_draws");
  calls = await signedInCalls(shop);
  folder = await fs.mkdtemp(path.join(os.tmpdir(), "backroom-draw-"));
});
afterAll(async () => {
  await shop.close();
  await fs.rm(folder, { recursive: true, force: true });
});

const numbersOf = async (id: number, number: number) =>
  (await calls.giveaways.places({ id, draw: number })).list.map((place) => place.number);

test("the notice of a draw follows its job", async () => {
  const { id } = await withEntrants(calls, "Followed", people(3, "f"));
  const [{ answerCall }, { drawsTexts }] = await Promise.all([
    import("~/core/answer-call.server"),
    import("~/functions/giveaways/page.server"),
  ]);
  const input = { id, winners: 1, alternates: 0, operationId: "draw-followed" };
  const { notice } = await answerCall(calls, drawsTexts, { call: "giveaways.draw", input });
  expect(await work(notice?.job?.id ?? "")).toMatchObject({
    state: "done",
    message: "1 drawn from 3 entries.",
  });
});

test("winners and alternates are drawn from eligible entrants, and all inputs are saved", async () => {
  const { id, ...giveaway } = await withEntrants(calls, "Saved", people(6));
  await calls.giveaways.disqualify({ id, number: 3, reason: "Works here" });
  await calls.giveaways.setWeight({ id, number: 5, weight: 4, reason: "Bought twice" });
  const { next } = await calls.giveaways.draws({ id });
  expect(next).toMatchObject({ number: 1, eligible: 5 });
  expect(await draw(calls, id)).toMatchObject({ state: "done", message: "4 drawn from 5 entries." });

  const { list } = await calls.giveaways.draws({ id });
  expect(list).toMatchObject([
    { number: 1, commitment: next.commitment, entries: 5, tickets: 8, winners: 2, alternates: 2, untold: 2 },
  ]);
  expect(
    createHash("sha256")
      .update(list[0]?.seed ?? "")
      .digest("hex"),
  ).toBe(next.commitment);
  const places = (await calls.giveaways.places({ id, draw: 1 })).list;
  expect(places.map(({ state }) => state)).toEqual(["winner", "winner", "alternate", "alternate"]);
  expect(new Set(places.map(({ number }) => number)).size).toBe(4);
  expect(places.map(({ number }) => number)).not.toContain(3);
  const { report } = await calls.giveaways.report({ id });
  expect(Object.fromEntries(report.states.map(({ state, count }) => [state, count]))).toEqual({
    Winner: 2,
    Alternate: 2,
    "Not drawn": 1,
    Disqualified: 1,
  });
  const entrants = (await calls.giveaways.entrants({ id })).list;
  const stateOf = (number: number) => places.find((place) => place.number === number)?.state ?? null;
  expect(entrants.map(({ number, place }) => [number, place])).toEqual(
    entrants.map(({ number }) => [number, stateOf(number)]),
  );

  const late = await visit(keyOf(giveaway), applicant("late@x.example"));
  expect(late).toMatchObject({ status: 410, html: expect.stringContaining("Registration has ended") });
  expect((await calls.giveaways.detail({ id })).phase).toBe("drawn");
});

test("the history of a giveaway names its entrants, also an erased one, and never by their numbers", async () => {
  const { id } = await withEntrants(calls, "Named", ["ida@x.example", "eve@x.example"]);
  await calls.giveaways.disqualify({ id, number: 1, reason: "Works here 1" });
  await draw(calls, id, { winners: 1, alternates: 0 });
  const eve = "Ana Martin (eve@x.example)";
  const changesOf = async () => {
    const { rows } = await calls.activity.ofSubject({ subjectType: "giveaway", subjectId: String(id) });
    return rows.flatMap(({ changes }) => changes.map(({ field, after }) => `${field}: ${after}`));
  };
  expect(await changesOf()).toEqual(
    expect.arrayContaining([
      `Winners: ${eve}`,
      "Entry: Ana Martin (ida@x.example)",
      "Reason: Works here 1",
      `Entry: ${eve}`,
    ]),
  );

  const { database } = await import("~/platform/db/pool.server");
  await database().query("UPDATE giveaway_entrants SET email = NULL WHERE email = 'eve@x.example'");
  expect(await changesOf()).toContain("Winners: an erased entrant");
});

test("a draw is verifiable, also by an independent program, and a changed file fails", async () => {
  const { id } = await withEntrants(calls, "Verified", people(9));
  await calls.giveaways.setWeight({ id, number: 2, weight: 7, reason: "Bought twice" });
  await draw(calls, id, { winners: 3 });
  // What becomes of entrants later is not in the draw.
  await calls.giveaways.disqualify({ id, number: 1, reason: "Later" });
  const verified = await calls.giveaways.verify({ id, draw: 1 });
  expect(verified).toMatchObject({ status: true, holds: true });
  expect(verified.checks).toHaveLength(4);

  const wanted = { id, draw: 1, operationId: "file-once-please" };
  const [{ jobId }, again] = await Promise.all([
    calls.giveaways.drawFile(wanted),
    calls.giveaways.drawFile(wanted),
  ]);
  expect(again.jobId).toBe(jobId);
  expect(await work(jobId)).toMatchObject({ state: "done", message: "The file is ready." });
  expect(await calls.jobs.detail({ id: jobId })).toMatchObject({ total: 9, done: 9 });
  expect((await calls.giveaways.drawFile(wanted)).jobId).toBe(jobId);
  const content = (await readResultFile(jobId)).toString();
  expect(content).not.toContain("@");
  const run = promisify(execFile);
  const verify = async (name: string, text: string) => {
    const file = path.join(folder, name);
    await fs.writeFile(file, text);
    return run(process.execPath, ["docs/giveaways-verify.mjs", file], { timeout: withMachineFactor(10_000) });
  };
  const { stdout } = await verify("true.json", content);
  const numbers = await numbersOf(id, 1);
  expect(stdout).toContain(
    `winners: ${numbers.slice(0, 3).join(", ")}\nalternates: ${numbers.slice(3).join(", ")}`,
  );
  expect(stdout).not.toContain("NO ");
  const { commitment, fingerprint } = JSON.parse(content);
  expect(stdout).toContain(`commitment: ${commitment}\nfingerprint of the result: ${fingerprint}`);
  // The public page keeps both after the draw, with the numbers that were drawn.
  const [giveaway] = (await calls.giveaways.list({ pageSize: 50 })).list.filter((one) => one.id === id);
  const { html } = await visit(keyOf(giveaway as { link: string }));
  for (const fact of [commitment, fingerprint, numbers.slice(0, 3).join(", "), numbers.slice(3).join(", ")])
    expect(html).toContain(fact);
  type Entry = [number: number, tickets: number, code: string];
  const changeEntries = (file: Record<string, unknown>, change: (entry: Entry) => Entry) =>
    Object.assign(file, { entries: (file.entries as Entry[]).map(change) });
  const edits: [string, (file: Record<string, unknown>) => void][] = [
    ["no entry and no ticket is missing or added", (file) => Object.assign(file, { entryCount: 1 })],
    ["no entry and no ticket is missing or added", (file) => Object.assign(file, { tickets: 1 })],
    ["as many are drawn as winners", (file) => Object.assign(file, { alternates: 1 })],
    [
      "the same alternates",
      (file) => (file.result as number[]).push((file.result as number[]).pop() as number, 99),
    ],
    // One alternate less, and one winner more.
    [
      "the file was not edited",
      (file) => Object.assign(file, { winners: 4, alternates: Number(file.alternates) - 1 }),
    ],
    ["the file was not edited", (file) => Object.assign(file, { drawnAt: "2026-01-01T00:00:00.000Z" })],
    // One entry or no ticket can't be drawn as often as the file says.
    [
      "the entries are in order, each once",
      (file) => changeEntries(file, ([, tickets, code]) => [1, tickets, code]),
    ],
    [
      "the entries are in order, each once",
      (file) => changeEntries(file, ([number, , code]) => [number, 0, code]),
    ],
  ];
  for (const [problem, edit] of edits) {
    const edited = JSON.parse(content);
    edit(edited);
    await expect(verify("edited.json", JSON.stringify(edited))).rejects.toMatchObject({
      code: 1,
      stdout: expect.stringContaining(`NO   ${problem}`),
    });
  }
  const altered = JSON.parse(content);
  altered.entries[1][1] = 8;
  await expect(verify("altered.json", JSON.stringify(altered))).rejects.toMatchObject({
    code: 1,
    stdout: expect.stringContaining("NO   the entries have the SHA-256 that was saved"),
  });
});

test("draws are immutable for the app's role and for the tables' owner", async () => {
  const { id } = await withEntrants(calls, "Fixed", people(2));
  await draw(calls, id);
  const [{ withShop }, { database }] = await Promise.all([
    import("~/platform/db/with-shop.server"),
    import("~/platform/db/pool.server"),
  ]);
  for (const table of ["giveaway_draws", "giveaway_draw_entries"])
    for (const statement of [
      `UPDATE ${table} SET giveaway_id = 99`,
      `DELETE FROM ${table}`,
      `TRUNCATE ${table}`,
    ]) {
      await expect(withShop(DEMO, (tx) => tx.$client.query(statement))).rejects.toThrow();
      await expect(database().query(statement)).rejects.toThrow("never changed or deleted");
    }
  expect(await calls.giveaways.verify({ id, draw: 1 })).toMatchObject({ holds: true });
});

test("verification detects tampering that bypassed every lock", async () => {
  const { id } = await withEntrants(calls, "Tampered", people(5));
  await draw(calls, id);
  const { withRedaction } = await import("~/platform/db/transaction.server");
  await withRedaction((client) =>
    client.query(
      "UPDATE giveaway_draw_entries SET weight = 50 WHERE shop = $1 AND giveaway_id = $2 AND number = 1",
      [DEMO, id],
    ),
  );
  const verified = await calls.giveaways.verify({ id, draw: 1 });
  expect(verified.holds).toBe(false);
  expect(verified.msg).toBe("Verification failed: the draw doesn't give the saved result.");
});

test("another draw needs a reason, uses a committed seed, and excludes earlier winners", async () => {
  const { id } = await withEntrants(calls, "Further", people(5));
  await draw(calls, id, { winners: 2, alternates: 1 });
  expect((await refusalOf(calls.giveaways.draw({ id, winners: 1 }))).status).toBe(400);
  const { next } = await calls.giveaways.draws({ id });
  expect(next).toMatchObject({ number: 2, eligible: 3 });
  await draw(calls, id, { winners: 5, alternates: 0, reason: "More prizes" });
  const { list } = await calls.giveaways.draws({ id });
  expect(list.map(({ number, reason, commitment }) => ({ number, reason, commitment }))).toEqual([
    { number: 2, reason: "More prizes", commitment: next.commitment },
    expect.objectContaining({ number: 1, reason: null }),
  ]);
  const [first, second] = await Promise.all([numbersOf(id, 1), numbersOf(id, 2)]);
  expect(second).toHaveLength(3);
  for (const winner of first.slice(0, 2)) expect(second).not.toContain(winner);
  const refused = await refusalOf(calls.giveaways.draw({ id, winners: 1, reason: "Again" }));
  expect(refused.message).toMatch(/^There are no eligible entrants/);
});

test("winners of other giveaways are excluded unless repeat winners are allowed", async () => {
  const one = await withEntrants(calls, "One", ["lucky@x.example"]);
  await draw(calls, one.id, { winners: 1, alternates: 0 });
  const two = await withEntrants(calls, "Two", ["LUCKY@x.example", "other@x.example"]);
  await draw(calls, two.id, { winners: 2, repeatWinners: false });
  expect(await numbersOf(two.id, 1)).toEqual([2]);
  const three = await withEntrants(calls, "Three", ["lucky@x.example"]);
  expect((await calls.giveaways.draws({ id: three.id })).next).toMatchObject({
    eligible: 1,
    eligibleWithoutRepeats: 0,
  });
  const refused = calls.giveaways.draw({ id: three.id, winners: 1, repeatWinners: false });
  expect((await refusalOf(refused)).status).toBe(400);
  await draw(calls, three.id, { winners: 1, repeatWinners: true });
  expect(await numbersOf(three.id, 1)).toEqual([1]);
  const theirs = await signedInCalls(shop, "1", SECOND);
  const { giveaway } = await theirs.giveaways.create({ name: "Theirs" });
  await registerAll(keyOf(giveaway), ["lucky@x.example"], SECOND);
  const { jobId } = await theirs.giveaways.draw({ id: giveaway.id, winners: 1, repeatWinners: false });
  expect(await work(jobId, SECOND)).toMatchObject({ state: "done" });
  expect((await refusalOf(calls.giveaways.drawDetail({ id: 999, draw: 1 }))).status).toBe(404);
});

test("an alias of a winner's mailbox doesn't win another giveaway that leaves out winners", async () => {
  const { id } = await withEntrants(calls, "Aliases", ["a.lias@gmail.com"]);
  await draw(calls, id, { winners: 1, alternates: 0 });
  const other = await withEntrants(calls, "Aliases again", ["alias+2@googlemail.com", "only@x.example"]);
  const { next } = await calls.giveaways.draws({ id: other.id });
  expect(next).toMatchObject({ eligible: 2, eligibleWithoutRepeats: 1 });
  await draw(calls, other.id, { winners: 2, repeatWinners: false });
  expect(await numbersOf(other.id, 1)).toEqual([2]);

  // At other domains only where the shop counts their plus-aliases as one address.
  const third = await withEntrants(calls, "Aliases elsewhere", ["only+3@x.example", "third@x.example"]);
  const eligible = async () => (await calls.giveaways.draws({ id: third.id })).next.eligibleWithoutRepeats;
  expect(await eligible()).toBe(2);
  await calls.settings.change({ switches: { giveawayAliasesAsOneAddress: true } });
  expect(await eligible()).toBe(1);
  await calls.settings.change({ switches: { giveawayAliasesAsOneAddress: false } });
});

test("the page publishes the commitment of another draw before it is made", async () => {
  const giveaway = await withEntrants(calls, "Published", people(3, "published"));
  await draw(calls, giveaway.id, { winners: 1, alternates: 0 });
  const { next } = await calls.giveaways.draws({ id: giveaway.id });
  expect((await visit(keyOf(giveaway))).html).toContain(next.commitment);
});

test("draws of two giveaways at the same time don't let one person win both", async () => {
  const one = await withEntrants(calls, "Parallel one", ["both@x.example"]);
  const two = await withEntrants(calls, "Parallel two", ["both@x.example"]);
  const start = ({ id }: { id: number }) => calls.giveaways.draw({ id, winners: 1, repeatWinners: false });
  const [first, second] = [await start(one), await start(two)];
  const { withShop } = await import("~/platform/db/with-shop.server");
  const drawing = await withShop(DEMO, async (tx) => {
    // The first draw waits when it inserts its result: after it has read who is eligible.
    await tx.$client.query("LOCK TABLE giveaway_places IN SHARE MODE");
    const a = work(first.jobId);
    await expect.poll(countWaitingSessions).toBe(1);
    const b = work(second.jobId);
    await expect.poll(countWaitingSessions).toBe(2);
    return { both: Promise.all([a, b]) };
  });
  expect((await drawing.both).map(({ state }) => state)).toEqual(["done", "failed"]);
  expect(await numbersOf(one.id, 1)).toEqual([1]);
});

test("a repeated job draws once, and only one of two concurrent draws succeeds", async () => {
  const { id } = await withEntrants(calls, "Once", people(4));
  const request = { id, winners: 1, operationId: "draw-once-please" };
  const [first, second] = await Promise.all([calls.giveaways.draw(request), calls.giveaways.draw(request)]);
  expect(second.jobId).toBe(first.jobId);
  const other = await calls.giveaways.draw({ id, winners: 1, operationId: "another-draw" });
  await work(first.jobId);
  await work(first.jobId);
  expect(await work(other.jobId)).toMatchObject({
    state: "failed",
    message: expect.stringContaining("Olivia Owner made another draw of this giveaway in the meantime."),
  });
  // As after a lost answer.
  expect((await calls.giveaways.draw(request)).jobId).toBe(first.jobId);
  expect((await refusalOf(calls.giveaways.draw({ ...request, winners: 2 }))).status).toBe(409);
  expect((await calls.giveaways.draws({ id })).list).toHaveLength(1);
});

test("a draw stays verifiable after an entrant's erasure", async () => {
  const { id } = await withEntrants(calls, "Law", ["law@x.example", "other@law.example"]);
  await draw(calls, id, { winners: 1, alternates: 1 });
  const { redactCustomer } = await import("../../support/erasure.ts");
  await redactCustomer(DEMO, { id: 78, email: "law@x.example", phone: null });
  expect(await calls.giveaways.verify({ id, draw: 1 })).toMatchObject({ holds: true });
  expect((await calls.giveaways.mailWinners({ id, draw: 1 })).count).toBeLessThanOrEqual(1);
  const names = (await calls.giveaways.places({ id, draw: 1 })).list.map(({ name }) => name);
  expect(names).toContain("Erased");
});

test("a draw of many batches of entries is verifiable", async () => {
  const { giveaway } = await calls.giveaways.create({ name: "Large" });
  const { id } = giveaway;
  await fill(id, 5_000, { tickets: 3 });
  const message = "2,000 drawn from 5,000 entries.";
  expect(await draw(calls, id, { winners: 1_000, alternates: 1_000 })).toMatchObject({
    state: "done",
    message,
  });
  expect(await calls.giveaways.verify({ id, draw: 1 })).toMatchObject({ holds: true });
  const page = await calls.giveaways.entrants({ id, page: 200 });
  expect(page.list.at(-1)).toMatchObject({ number: 1 });
});
