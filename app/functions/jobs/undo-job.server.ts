import type { CallContext } from "~/core/context.server";
import { withShop } from "~/platform/db/with-shop.server";
import { conflict } from "~/platform/errors";
import { undoOf } from "./read.server";
import { findVisibleJob } from "./visible.server";

/**
 * Starts the job that undoes what another one has done.
 * @throws 404 for a job that doesn't exist or that the caller may not see, 409 for a kind that can't be undone; as its `start`
 */
export async function undoOneJob(
  context: CallContext,
  id: string,
): Promise<{ jobId: string; title: string }> {
  const job = await withShop(context.shop.domain, (tx) => findVisibleJob(tx, context, id));
  const undo = undoOf(job);
  if (!undo) throw conflict("This job can't be undone here.");
  const { jobId } = await undo.start(context, id);
  return { jobId, title: job.title };
}
