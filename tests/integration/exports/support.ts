import { buffer } from "node:stream/consumers";
import { readXlsx } from "hucre";
import { DEMO, type TwoShops } from "../console/two-shops.ts";

/** A customer of the mirror. Omitted fields are empty. */
export interface Mirrored {
  id: number;
  name: string;
  email?: string;
  tags?: string[];
  createdAt?: string;
  country?: string;
  amountSpentCents?: number;
  metafields?: Record<string, string>;
  student?: string;
  staff?: string;
}

/** Puts customers into a shop's mirror. */
export async function mirror(shops: TwoShops, people: readonly Mirrored[], shop = DEMO): Promise<void> {
  for (const person of people) {
    await shops.query(
      `INSERT INTO customers (shop, id, display_name, email, tags, created_at, updated_at, country_code,
              amount_spent_cents, metafields, student_status, staff_status)
       VALUES ($1, $2, $3, $4, $5, $6, now(), $7, $8, $9, $10, $11)`,
      [
        shop,
        person.id,
        person.name,
        person.email ?? null,
        person.tags ?? [],
        person.createdAt ?? "2026-06-15T12:00:00Z",
        person.country ?? null,
        person.amountSpentCents ?? 0,
        JSON.stringify(person.metafields ?? {}),
        person.student ?? null,
        person.staff ?? null,
      ],
      shop,
    );
  }
}

/** Adds this many approved staff customers to a shop's mirror, from the number `first` on. */
export async function mirrorStaff(shops: TwoShops, count: number, first: number, shop = DEMO): Promise<void> {
  await shops.query(
    `INSERT INTO customers (shop, id, display_name, email, tags, created_at, updated_at, staff_status)
     SELECT $1, $3 + n, 'Staff ' || n, 'staff' || n || '@staff.example', ARRAY['UserType:Staff', 'Approved'],
            timestamptz '2026-01-01' + n * interval '1 minute', now(), 'approved' FROM generate_series(1, $2) AS n`,
    [shop, count, first],
    shop,
  );
}

/** Runs a job to its end in this process. */
export async function work(jobId: string, shop = DEMO, signal = new AbortController().signal): Promise<void> {
  const { runJob } = await import("~/platform/jobs/run-job.server");
  const { app } = await import("../../support/app.ts");
  await runJob(shop, jobId, new Map(app.jobs.map((job) => [job.name, job])), signal);
}

/** The rows of a kept file's first sheet, as a reader that shares no code with the writer sees them. */
export async function rowsInFile(id: string, shop = DEMO): Promise<unknown[][]> {
  const { readFile } = await import("~/platform/files/read.server");
  const file = await readFile(shop, id);
  const { sheets } = await readXlsx(await buffer(file.bytes));
  return (sheets[0]?.rows ?? []) as unknown[][];
}
