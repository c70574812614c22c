/** Old rows are deleted in small steps, and what isn't old stays. */
import fs from "node:fs";
import pg from "pg";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import type { Pruning } from "~/platform/jobs/prune.server";
import { createAppDatabase, type TestDatabase } from "../../support/postgres.ts";
import { DEMO, switchDatabase } from "../../support/test-shop.ts";

let database: TestDatabase;
let prunings: Pruning[];
beforeAll(async () => {
  database = await createAppDatabase("pruning");
  await switchDatabase(database.url);
  const { app } = await import("~/app.server");
  prunings = app.tasks.filter((task): task is Pruning => "prunes" in task);
});
afterAll(async () => {
  await switchDatabase(database.url);
  await database.drop();
});

const JOB = "00000000-0000-4000-8000-00000000000";

/** Rows that are one day younger or older than a number of days. Those with the digit 2 are old. */
const SEED = `
  INSERT INTO shops (shop, name, currency, time_zone, installed_at) VALUES ($1, 'Demo', 'USD', 'UTC', now());
  INSERT INTO jobs (shop, id, kind, title, state, permission, total, started_by_id, started_by_name, created_at, finished_at, items_deleted_at)
  SELECT $1, ('${JOB}' || n)::uuid, 'kind', 'Job ' || n, 'completed', '"owner"', 1, '1', 'Olivia', now() - days, now() - days, deleted
    FROM (VALUES (1, interval '179 days', NULL), (2, interval '181 days', NULL), (3, interval '731 days', now())) AS job (n, days, deleted);
  INSERT INTO job_items (shop, job_id, position, label, input, state)
  SELECT $1, ('${JOB}' || n)::uuid, position, '', '{}', 'failed'
    FROM (VALUES (1, 3), (2, 2500)) AS job (n, rows), generate_series(1, rows) AS position;
  INSERT INTO mails (shop, id, key, text_id, to_email, subject, text_body, html_body, message_id, state, created_at, queued_at, next_attempt_at, ended_at)
  SELECT $1, gen_random_uuid(), n::text, 'text', 'iris@students.example', 'Welcome', 'Hello', '<p>Hello</p>', '', state,
         now() - days, now(), now(), CASE state WHEN 'queued' THEN NULL ELSE now() - days END
    FROM (VALUES (1, interval '179 days', 'sent'), (2, interval '181 days', 'bounced'), (3, interval '181 days', 'queued')) AS mail (n, days, state);
  INSERT INTO runs (shop, id, section, started_at)
  SELECT $1, ('${JOB}' || n)::uuid, 'media', now() - days FROM (VALUES (0, interval '6 days'), (1, interval '89 days'), (2, interval '91 days')) AS run (n, days);
  INSERT INTO report_rows (shop, run_id, sheet, position, cells)
  SELECT $1, ('${JOB}' || n)::uuid, 0, position, '["#1001"]' FROM (VALUES (0), (1), (2)) AS run (n), generate_series(1, 4) AS position;
  INSERT INTO files (shop, id, name, content_type, permission, made_by_id, made_by_name, job_id, finished_at, expires_at)
  SELECT $1, gen_random_uuid(), 'Report.xlsx', '', '"owner"', '1', 'Olivia', ('${JOB}' || n)::uuid, now(), now() + days
    FROM (VALUES (0, interval '1 day'), (1, interval '6 days'), (2, interval '-1 day')) AS file (n, days);
  INSERT INTO run_log_lines (shop, run_id, function_name, level, message)
  SELECT $1, ('${JOB}' || n)::uuid, '', 'info', '' FROM (VALUES (1, 2), (2, 1500)) AS run (n, rows), generate_series(1, rows);
  INSERT INTO import_runs (shop, id, kind, file_name, file_sha256, columns, row_count, job_id, started_by_id, started_by_name, created_at)
  SELECT $1, ('${JOB}' || n)::uuid, 'kind', '', '', '[]', 1, job, '1', 'Olivia', now() - days
    FROM (VALUES (1, interval '89 days', '${JOB}1'::uuid), (2, interval '91 days', '${JOB}2'::uuid), (3, interval '3 days', NULL), (4, interval '1 day', NULL)) AS run (n, days, job);
  INSERT INTO import_runs (shop, id, kind, file_name, file_sha256, columns, row_count, checked_at, started_by_id, started_by_name, created_at)
  SELECT $1, ('${JOB}' || n)::uuid, kind, '', '', '[]', 1, now(), '1', 'Olivia', now() - days
    FROM (VALUES (5, 'prices', interval '6 days'), (6, 'prices', interval '8 days'), (7, 'students', interval '3 days')) AS run (n, kind, days);
  INSERT INTO import_rows (shop, run_id, number, cells, own_verdict, verdict, problems, changes)
  SELECT $1, ('${JOB}' || n)::uuid, number, '[]', 'change', 'change', '[]', '[]' FROM (VALUES (1, 2), (2, 2200), (3, 5), (4, 4), (5, 6), (6, 7), (7, 8)) AS run (n, rows), generate_series(1, rows) AS number;
  INSERT INTO request_links (shop, id, kind, subject_id, created_at, expires_at)
  SELECT $1, ('${JOB}' || n)::uuid, 'kind', n::text, now() - days, now() - days FROM (VALUES (1, interval '179 days'), (2, interval '181 days')) AS link (n, days);
  INSERT INTO price_sku_lists (shop, id, skus, entered_at)
  SELECT $1, ('${JOB}' || n)::uuid, '{}', now() - days FROM (VALUES (1, interval '29 days'), (2, interval '31 days')) AS list (n, days);
  INSERT INTO webhook_deliveries (shop, id, topic, received_at)
  SELECT $1, n::text, '', now() - days FROM (VALUES (1, interval '6 days'), (2, interval '8 days')) AS delivery (n, days);`;

const readAll = async (text: string) => {
  const { database: pool } = await import("~/platform/db/pool.server");
  return (await pool().query({ text, rowMode: "array" })).rows.map((row) => (row as unknown[]).join(" "));
};

async function pruneDueShops(): Promise<string[]> {
  const { shopsDue } = await import("~/platform/jobs/task.server");
  const ran: string[] = [];
  for (const { name, schedule, run } of prunings)
    for (const shop of await shopsDue(schedule as { due: string })) {
      await run(shop, new AbortController().signal);
      ran.push(name);
    }
  return ran;
}

test("what is old is deleted for the shops that have some, a thousand rows in a transaction, and only once", async () => {
  const { database: pool } = await import("~/platform/db/pool.server");
  for (const statement of SEED.split(";").filter((text) => text.trim()))
    await pool().query(statement.replaceAll("$1", `'${DEMO}'`));
  const counts: number[] = [];
  const query = pg.Client.prototype.query as (...given: unknown[]) => Promise<pg.QueryResult>;
  const spy = vi.spyOn(pg.Client.prototype, "query").mockImplementation(function (this: pg.Client, ...given) {
    const result = query.apply(this, given);
    if (/^(DELETE|UPDATE)/.test(String(given[0])))
      void result.then(({ rowCount }) => counts.push(rowCount ?? 0));
    return result;
  });
  expect(await pruneDueShops()).toHaveLength(prunings.length - 1); // Ekata has answered nothing.
  spy.mockRestore();
  expect(Math.max(...counts)).toBe(1_000);

  expect(await readAll("SELECT title, items_deleted_at IS NULL FROM jobs ORDER BY 1")).toEqual([
    "Job 1 true",
    "Job 2 false",
  ]);
  expect(await readAll("SELECT right(job_id::text, 1), count(*) FROM job_items GROUP BY 1")).toEqual(["1 3"]);
  expect(await readAll("SELECT key, text_body, html_body FROM mails ORDER BY 1")).toEqual([
    "1 Hello <p>Hello</p>",
    "2  ",
    "3 Hello <p>Hello</p>",
  ]);
  expect(await readAll("SELECT subject_id FROM request_links")).toEqual(["1"]);
  // One that was retried has a newer file.
  expect(
    await readAll("SELECT right(run_id::text, 1), count(*) FROM report_rows GROUP BY 1 ORDER BY 1"),
  ).toEqual(["0 4", "1 4"]);
  expect(await readAll("SELECT right(run_id::text, 1), count(*) FROM run_log_lines GROUP BY 1")).toEqual([
    "1 2",
  ]);
  expect(await readAll("SELECT right(id::text, 1) FROM runs ORDER BY 1")).toEqual(["0", "1"]);
  // A file of prices may wait for someone else to start it.
  expect(await readAll("SELECT right(id::text, 1) FROM import_runs ORDER BY 1")).toEqual([
    "1",
    "2",
    "4",
    "5",
  ]);
  expect(
    await readAll("SELECT right(run_id::text, 1), count(*) FROM import_rows GROUP BY 1 ORDER BY 1"),
  ).toEqual(["1 2", "4 4", "5 6"]);
  expect(await readAll("SELECT right(id::text, 1) FROM price_sku_lists")).toEqual(["1"]);
  expect(await readAll("SELECT id FROM webhook_deliveries")).toEqual(["1"]);
  expect(await pruneDueShops()).toEqual([]);
});

test("a job without its rows says so when it is retried", async () => {
  const [{ retryFailedItems }, { withShop }] = await Promise.all([
    import("~/platform/jobs/control-job.server"),
    import("~/platform/db/with-shop.server"),
  ]);
  await expect(withShop(DEMO, (tx) => retryFailedItems(tx, DEMO, `${JOB}2`))).rejects.toThrow(
    "The rows of this job were deleted, because it ended more than 180 days ago. They can't be retried.",
  );
});

test("docs/operating.md lists each of them with its age", () => {
  const text = fs.readFileSync("docs/operating.md", "utf8");
  for (const { prunes, days } of prunings) expect(text).toContain(`| ${prunes} | ${days} |`);
});
