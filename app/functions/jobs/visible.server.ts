import { and, eq, ne, or, type SQL } from "drizzle-orm";
import type { CallContext } from "~/core/context.server";
import { type Administrator, BACKROOM } from "~/platform/auth/permission";
import { permittedRows } from "~/platform/auth/visible-rows.server";
import type { ShopTransaction } from "~/platform/db/with-shop.server";
import { notFound } from "~/platform/errors";
import { jobs } from "~/platform/jobs/tables.server";

export type Job = typeof jobs.$inferSelect;

/** The caller and their shop. */
export type Caller = Pick<CallContext, "shop" | "administrator">;

/**
 * The jobs that an administrator may see: the owner all, others their own while they have its permission, because rows have names
 * of customers, and Backroom's own jobs of the functions that they have.  */
export function visibleTo(administrator: Administrator): SQL | undefined {
  if (administrator.isOwner) return undefined;
  const ofBackroom = and(eq(jobs.startedById, BACKROOM.id), ne(jobs.permission, JSON.stringify("signed-in")));
  return and(
    or(eq(jobs.startedById, administrator.id), ofBackroom),
    permittedRows(administrator, jobs.permission),
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
