import { buffer } from "node:stream/consumers";
import type { RunnableJob } from "~/platform/jobs/job.server";
import type { signedInCalls } from "../../support/calls.ts";
import { jobOf, jobRows } from "../../support/jobs.ts";
import { confirmFor, proxied, type Visit, type Visited } from "../../support/public-pages.ts";
import { DEMO } from "../../support/test-shop.ts";

/** An entrant. */
export const applicant = (email: string, more: Record<string, string> = {}) => ({
  firstName: "Ana",
  lastName: "Martin",
  email,
  ...more,
});

/** The last part of a giveaway's public address. */
export const keyOf = ({ link }: { link: string }): string => /\/giveaway\/([^/]+)\/$/.exec(link)?.[1] ?? "";

/** Visits the public page of a giveaway. With a form, it requests an entry. */
export async function visit(
  key: string,
  form?: Record<string, string>,
  options: Visit = {},
): Promise<Visited> {
  const { app } = await import("~/app.server");
  const route = await import("~/routes/proxy.giveaway.$key");
  const args = { request: proxied(`giveaway/${key}`, form, options), params: { key }, context: { app } };
  const response = await (form ? route.action(args) : route.loader(args));
  return { status: response.status, html: await response.text() };
}

/** Requests an entry and confirms it. @returns what the confirmation did, or the page of the request when there was none to confirm */
export async function register(key: string, email: string, shop = DEMO): Promise<Visited> {
  const requested = await visit(key, applicant(email), { shop });
  return requested.html.includes("Check your email") ? confirmFor(email, { shop }) : requested;
}

/** Registers people one after the other. */
export async function registerAll(key: string, emails: readonly string[], shop = DEMO): Promise<void> {
  for (const email of emails) {
    const { html } = await register(key, email, shop);
    if (!html.includes("You are registered")) throw new Error(`${email} was not registered: ${html}`);
  }
}

/** Works a job of giveaways to its end in this process. @returns how its one item ended */
export async function work(jobId: string, shop = DEMO) {
  const [{ runJob }, { drawJob, drawFileJob }, { giveawaySheetJob }] = await Promise.all([
    import("~/platform/jobs/run-job.server"),
    import("~/functions/giveaways/draw/draw-job.server"),
    import("~/functions/giveaways/report/report.server"),
  ]);
  const all = [drawJob, drawFileJob, giveawaySheetJob];
  const kinds = new Map<string, RunnableJob>(all.map((kind) => [kind.name, kind]));
  await runJob(shop, jobId, kinds, new AbortController().signal);
  const [row] = await jobRows(jobId, shop);
  if (!row) throw new Error("The job has no row.");
  return row;
}

/** The bytes of the file that a job made. */
export async function readResultFile(jobId: string, shop = DEMO): Promise<Buffer> {
  const { readFile } = await import("~/platform/files/read.server");
  const { file } = await jobOf(jobId, shop);
  return buffer((await readFile(shop, file?.id ?? "")).bytes);
}

/** Inserts many numbered entrants with the given tickets, as registrations would. */
export async function fill(
  id: number,
  count: number,
  { shop = DEMO, tickets = 1 }: { shop?: string; tickets?: number } = {},
): Promise<void> {
  const { database } = await import("~/platform/db/pool.server");
  await database().query(
    `INSERT INTO giveaway_entrants (shop, giveaway_id, number, email, address, first_name, last_name, weight, registered_at, salt, digest)
     SELECT $1, $2, n, 'e' || n || '@filled.example', 'e' || n || '@filled.example', 'Entrant', n::text, $4, now(), md5(n::text),
            encode(sha256((md5(n::text) || E'\\n' || 'e' || n || '@filled.example')::bytea), 'hex')
       FROM generate_series(1, $3) AS n`,
    [shop, id, count, tickets],
  );
  await database().query("UPDATE giveaways SET registered = $3 WHERE shop = $1 AND id = $2", [
    shop,
    id,
    count,
  ]);
}

type Calls = Awaited<ReturnType<typeof signedInCalls>>;

/** Addresses of people. */
export const people = (count: number, prefix = "p"): string[] =>
  Array.from({ length: count }, (_, index) => `${prefix}${index + 1}@x.example`);

/** A giveaway for which these people registered. */
export async function withEntrants({ giveaways }: Calls, name: string, emails: readonly string[]) {
  const { giveaway } = await giveaways.create({ name });
  await registerAll(keyOf(giveaway), emails);
  return giveaway;
}

/** Draws, and waits until it is done. */
export async function draw(
  { giveaways }: Calls,
  id: number,
  more: Partial<Parameters<Calls["giveaways"]["draw"]>[0]> = {},
) {
  const { jobId } = await giveaways.draw({ id, winners: 2, alternates: 2, ...more });
  return work(jobId);
}
