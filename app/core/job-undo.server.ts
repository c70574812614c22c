import type { CallContext } from "~/core/context.server";
import { defineHook } from "~/core/hook.server";
import type { ShopTransaction } from "~/platform/db/with-shop.server";

/** How jobs of a kind are undone. */
export interface JobUndo {
  /** The name of the job's kind. */
  kind: string;
  /**
   * Starts the job that undoes what another one has done. Repeated, it returns the same job.
   * @throws 403 without the permission, 409 when nothing is left to undo
   */
  start(context: CallContext, jobId: string): Promise<{ jobId: string }>;
  /** Whether such a job was not started before, and something is left to undo. */
  canStart(tx: ShopTransaction, shop: string, jobId: string): Promise<boolean>;
}

/** The kinds of jobs that can be undone from their page. */
export const jobUndos = defineHook<JobUndo>("jobs.undo");
