import { liveAdminApi } from "~/connectors/shopify/live.server";
import { systemClock } from "~/platform/clock";
import type { Task } from "~/platform/jobs/task.server";
import { log } from "~/platform/log.server";
import { pause, pauseMs } from "~/platform/pauses.server";
import { createThrottledPublisher } from "../publish-credits-changed.server";
import { type ClaimedPosting, claimPostings } from "./claim-postings.server";
import type { DispatchTools } from "./dispatch-tools";
import { DISPATCH_TASK } from "./notify-dispatcher.server";
import { resolveUnknown } from "./resolve-unknown.server";
import { sendPosting } from "./send-posting.server";

/** Enough concurrent customers to hide the latency, so that Shopify's rate limit sets the pace. */
const CONCURRENCY = 24;
/** How long an idle dispatcher waits for more postings (milliseconds). */
const IDLE_MS = 500;
const POLL_EVERY_MS = 100;
/** The dispatcher waits for postings that are due this soon (milliseconds). The schedule sends the others. */
const MAX_WAIT_MS = 60_000;

/**
 * Sends open postings to Shopify in order, one at a time for each customer, and resolves those whose answer was lost. A process
 * may be killed at any moment: another one takes over its postings.
 */
export const dispatchPostings: Task = {
  ...DISPATCH_TASK,
  schedule: "* * * * *",
  runsAtStart: true,
  run: (shop, signal) =>
    dispatchOpenPostings({ shop, adminApi: liveAdminApi(shop), clock: systemClock, signal }),
};

/** Dispatches until no posting is open, or the rest has to wait longer. */
export async function dispatchOpenPostings(tools: DispatchTools): Promise<void> {
  const source = openPostings(tools);
  const publisher = createThrottledPublisher(tools.shop);
  const lane = async () => {
    for (let next = await source.next(); next; next = await source.next()) {
      await dispatchOne(tools, next.posting, next.isRun);
      publisher.publish();
    }
  };
  await Promise.all(Array.from({ length: CONCURRENCY }, lane));
  publisher.flush();
}

async function dispatchOne(tools: DispatchTools, posting: ClaimedPosting, isRun: boolean): Promise<void> {
  const priority = isRun ? "bulk" : "person";
  try {
    const isSent = posting.isUnknown || posting.attemptedAt !== null;
    await (isSent ? resolveUnknown(tools, posting, priority) : sendPosting(tools, posting, priority));
  } catch (error) {
    // Its claim expires, and the next dispatcher finds it as it was recorded.
    log.warn(
      { shop: tools.shop, posting: posting.id, err: error },
      "a posting was left to the next dispatcher",
    );
  }
}

/** The open postings, claimed in batches and shared by all lanes. */
function openPostings({ shop, signal }: DispatchTools) {
  const queue: { posting: ClaimedPosting; isRun: boolean }[] = [];
  let idleSince = performance.now();
  let turn: Promise<unknown> = Promise.resolve();

  const draw = async () => {
    while (!signal.aborted) {
      const ready = queue.shift();
      if (ready) return ready;
      const { postings, isRun, nextAt } = await claimPostings(shop, CONCURRENCY);
      queue.push(...postings.map((posting) => ({ posting, isRun })));
      if (postings.length > 0) {
        idleSince = performance.now();
        continue;
      }
      const isWorthWaiting = nextAt !== null && nextAt.getTime() - Date.now() < MAX_WAIT_MS;
      if (!isWorthWaiting && performance.now() - idleSince > pauseMs(IDLE_MS)) return null;
      await pause(POLL_EVERY_MS, { signal }).catch(() => undefined);
    }
    return null;
  };
  return {
    /** The next one. Null when there is nothing to wait for. */
    next() {
      const drawing = turn.then(draw);
      turn = drawing.catch(() => undefined);
      return drawing;
    },
  };
}
