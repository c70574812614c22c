import type { RunnableJob } from "~/platform/jobs/job.server";
import { application } from "../../../local-store/config.ts";
import { signProxyParameters } from "../../../local-store/storefront/sign-proxy-parameters.ts";
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

/** Visits the public page of a giveaway, as Shopify's app proxy hands a visitor's request on; a form registers. */
export async function visit(
  key: string,
  form?: Record<string, string>,
  { shop = DEMO, secret = application.apiSecret }: { shop?: string; secret?: string } = {},
): Promise<{ status: number; html: string }> {
  const parameters = {
    shop,
    logged_in_customer_id: "",
    path_prefix: "/apps/backroom",
    timestamp: String(Math.floor(Date.now() / 1000)),
  };
  const query = new URLSearchParams({ ...parameters, signature: signProxyParameters(parameters, secret) });
  const request = new Request(`http://localhost:3000/proxy/giveaway/${key}/?${query}`, {
    method: form ? "POST" : "GET",
    body: form && new URLSearchParams(form),
  });
  const { app } = await import("~/app.server");
  const route = await import("~/routes/proxy.giveaway.$key");
  const args = { request, params: { key }, context: { app } };
  const response = await (form ? route.action(args) : route.loader(args));
  return { status: response.status, html: await response.text() };
}

/** Registers people one after the other. */
export async function registerAll(key: string, emails: readonly string[], shop = DEMO): Promise<void> {
  for (const email of emails) {
    const { status } = await visit(key, applicant(email), { shop });
    if (status !== 200) throw new Error(`${email} was not registered: ${status}`);
  }
}

/** Works a job of giveaways to its end in this process. @returns how its one item ended */
export async function work(jobId: string, shop = DEMO): Promise<{ state: string; message: string }> {
  const [{ runJob }, { drawJob }, { drawFileJob }, { giveawaySheetJob }, { database }] = await Promise.all([
    import("~/platform/jobs/run-job.server"),
    import("~/functions/giveaways/draw/draw-job.server"),
    import("~/functions/giveaways/draw/file-job.server"),
    import("~/functions/giveaways/report/report.server"),
    import("~/platform/db/pool.server"),
  ]);
  const all = [drawJob, drawFileJob, giveawaySheetJob];
  const kinds = new Map<string, RunnableJob>(all.map((kind) => [kind.name, kind]));
  await runJob(shop, jobId, kinds, new AbortController().signal);
  const { rows } = await database().query<{ state: string; message: string }>(
    "SELECT state, message FROM job_items WHERE shop = $1 AND job_id = $2",
    [shop, jobId],
  );
  return rows[0] as { state: string; message: string };
}

/** The bytes of the file that a job made. */
export async function readResultFile(jobId: string, shop = DEMO): Promise<Buffer> {
  const { database } = await import("~/platform/db/pool.server");
  const { rows } = await database().query<{ bytes: Buffer }>(
    `SELECT part.bytes FROM file_parts AS part JOIN files ON files.shop = part.shop AND files.id = part.file_id
      WHERE files.shop = $1 AND files.job_id = $2 ORDER BY part.position`,
    [shop, jobId],
  );
  return Buffer.concat(rows.map(({ bytes }) => bytes));
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
