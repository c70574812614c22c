import { and, eq, type SQL, sql } from "drizzle-orm";
import type { CallContext } from "~/core/context.server";
import type { Administrator, Permission } from "~/platform/auth/permission";
import type { ShopTransaction } from "~/platform/db/with-shop.server";
import { notFound } from "~/platform/errors";
import { jobs } from "~/platform/jobs/tables.server";

export type Job = typeof jobs.$inferSelect;

/** The caller and their shop. */
export type Caller = Pick<CallContext, "shop" | "administrator">;

/**
 * The jobs that an administrator may see: the owner all, others their own while they have its permission, because rows have names
 * of customers. A job's permission is stored as JSON: a flag, or several of which one is enough.
 */
export function visibleTo(administrator: Administrator): SQL | undefined {
  if (administrator.isOwner) return undefined;
  const may: Permission[] = [
    "signed-in",
    ...administrator.flags.filter((flag) => flag.startsWith("show")),
  ] as Permission[];
  return and(
    eq(jobs.startedById, administrator.id),
    sql`${jobs.permission}::jsonb ?| ${sql.param(may)}::text[]`,
  );
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
