import { and, eq, or, type SQL, sql } from "drizzle-orm";
import type { CallContext } from "~/core/context.server";
import { type Administrator, BACKROOM } from "~/platform/auth/permission";
import type { ShopTransaction } from "~/platform/db/with-shop.server";
import { notFound } from "~/platform/errors";
import { jobs } from "~/platform/jobs/tables.server";

export type Job = typeof jobs.$inferSelect;

/** The caller and their shop. */
export type Caller = Pick<CallContext, "shop" | "administrator">;

/**
 * The jobs that an administrator may see: the owner all, others their own while they have its permission, because rows have names
 * of customers, and Backroom's own jobs of the functions that they have. A job's permission is stored as JSON: a flag, or several of
 * which one is enough.
 */
export function visibleTo(administrator: Administrator): SQL | undefined {
  if (administrator.isOwner) return undefined;
  const flags = administrator.flags.filter((flag) => flag.startsWith("show"));
  const startedBy = (id: string, permissions: readonly string[]) =>
    and(eq(jobs.startedById, id), sql`${jobs.permission}::jsonb ?| ${sql.param(permissions)}::text[]`);
  const own = startedBy(administrator.id, ["signed-in", ...flags]);
  return flags.length > 0 ? or(own, startedBy(BACKROOM.id, flags)) : own;
}

/** @throws 404 for a job that doesn't exist or that the caller may not see. */
export async function findVisibleJob(
  tx: ShopTransaction,
  { shop, administrator }: Caller,
  id: string,
): Promise<Job> {
  const [job] = await tx
    .select()
    .from(jobs)
    .where(and(eq(jobs.shop, shop.domain), eq(jobs.id, id), visibleTo(administrator)));
  if (!job) throw notFound("There is no such job.");
  return job;
}
