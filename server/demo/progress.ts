import { and, eq, ne, sql } from "drizzle-orm";
import { BACKROOM } from "~/platform/auth/permission";
import { type ShopTransaction, withShop } from "~/platform/db/with-shop.server";
import { updateOf } from "~/platform/jobs/end-job.server";
import { jobs } from "~/platform/jobs/tables.server";
import { publishChange, publishJob } from "~/platform/realtime/publish.server";
import { type Chapter, type DemoShop, idOf } from "./chapter.ts";

/** The history of a shop as a job: its progress is on Home and under Jobs, and its parameters say which chapters are done. */
const jobIdOf = (shop: DemoShop): string => idOf(shop, "job");

const isJob = (shop: DemoShop) => and(eq(jobs.shop, shop.domain), eq(jobs.id, jobIdOf(shop)));

/** Adds the job if it doesn't exist. @returns whether it has ended well, and the names of the chapters that are done */
export async function beginHistory(
  shop: DemoShop,
  total: number,
): Promise<{ isCompleted: boolean; done: Set<string> }> {
  const [job] = await withShop(shop.domain, async (tx) => {
    await tx
      .insert(jobs)
      .values({
        shop: shop.domain,
        id: jobIdOf(shop),
        kind: "demo.history",
        title: "Add a year of demo data",
        state: "running",
        permission: JSON.stringify("signed-in"),
        params: { chapters: [], cannotStop: "The demo data can't be stopped halfway." },
        total,
        startedById: BACKROOM.id,
        startedByName: BACKROOM.name,
        startedAt: new Date(),
      })
      .onConflictDoUpdate({
        target: [jobs.shop, jobs.id],
        set: { state: "running", failed: 0, message: null, finishedAt: null },
        setWhere: ne(jobs.state, "completed"),
      });
    return tx.select({ params: jobs.params, state: jobs.state }).from(jobs).where(isJob(shop));
  });
  const { chapters } = (job?.params ?? { chapters: [] }) as { chapters: string[] };
  return { isCompleted: job?.state === "completed", done: new Set(chapters) };
}

/** Notes in the chapter's transaction that it is written. */
export async function endChapter(tx: ShopTransaction, shop: DemoShop, { name }: Chapter): Promise<void> {
  await tx
    .update(jobs)
    .set({
      done: sql`${jobs.done} + 1`,
      params: sql`jsonb_set(${jobs.params}, '{chapters}', ${jobs.params} -> 'chapters' || to_jsonb(${name}::text))`,
    })
    .where(isJob(shop));
}

/** Ends the job. @param failed the names of the chapters that failed: the next start writes them again */
export async function endHistory(shop: DemoShop, failed: readonly string[]): Promise<void> {
  const end =
    failed.length === 0
      ? { state: "completed" as const, message: null }
      : {
          state: "failed" as const,
          message: `Not added: ${failed.join(", ")}. Start Backroom again to add them.`,
        };
  await withShop(shop.domain, (tx) =>
    tx
      .update(jobs)
      .set({ ...end, failed: failed.length, finishedAt: new Date() })
      .where(isJob(shop)),
  );
}

/** Shows the progress on the pages that are open. */
export async function publishHistory(shop: DemoShop): Promise<void> {
  const [job] = await withShop(shop.domain, (tx) => tx.select().from(jobs).where(isJob(shop)));
  if (!job) return;
  publishJob(shop.domain, job, updateOf(job));
  publishChange(shop.domain, "signed-in", { list: "home" });
}
