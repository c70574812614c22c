import { liveAdminApi } from "~/connectors/shopify/live.server";
import { systemClock } from "~/platform/clock";
import { pause } from "~/platform/deadline.server";
import { StartLater, startTurn } from "~/platform/jobs/start-later.server";
import { defineTask } from "~/platform/jobs/task.server";
import { log } from "~/platform/log.server";
import { createThrottledPublisher, DISPATCH_TASK } from "../publish-credits-changed.server";
import {
  type ClaimedPosting,
  type ClaimResult,
  claimPostings,
  type DispatchTools,
} from "./claim-postings.server";
import { mayBeSentAfter, resolveUnknown } from "./resolve-unknown.server";
import { sendPosting } from "./send-posting.server";

/** Enough concurrent customers to hide the latency, so that Shopify's rate limit sets the pace. */
const CONCURRENCY = 24;
/** How often a lane looks for postings while others send some. */
const POLL_EVERY_MS = 100;
/** The dispatcher starts again no sooner than this. */
const MIN_WAIT_MS = 1_000;
/** Postings that are due this soon (milliseconds) are waited for. The schedule sends the others. */
const MAX_WAIT_MS = 60_000;

/**
 * Sends open postings to Shopify in order, one at a time for each customer, and resolves those whose answer was lost. A process
 * may be killed at any moment: another one takes over its postings.
 */
export const dispatchPostings = defineTask({
  ...DISPATCH_TASK,
  schedule: {
    cron: "* * * * *",
    due: "EXISTS (SELECT FROM ledger_open AS due WHERE due.shop = shops.shop AND due.not_before <= now() AND due.possible_duplicate_of IS NULL)",
  },
  runsAtStart: true,
  run: (shop, signal, slot) =>
    dispatchOpenPostings({ shop, adminApi: liveAdminApi(shop), clock: systemClock, signal, slot }),
});

/**
 * Dispatches until no posting is open, or the rest has to wait longer.
 * @throws StartLater in a slot, when the rest is due soon, Shopify throttles the shop, or other work waits for the slot
 */
export async function dispatchOpenPostings(tools: DispatchTools): Promise<void> {
  const source = openPostings(tools);
  const publisher = createThrottledPublisher(tools.shop);
  const lane = async () => {
    for (let next = await source.next(); next; next = await source.next()) {
      await dispatchOne(tools, next).finally(next.ended);
      publisher.publish();
    }
  };
  await Promise.all(Array.from({ length: CONCURRENCY }, lane));
  publisher.flush();
  const startsAt = source.startsAt();
  if (tools.slot && startsAt && !tools.signal.aborted)
    throw new StartLater("The next postings are due later.", startsAt);
}

/** A claimed posting, with what its claim says about the others. */
interface NextPosting extends Pick<ClaimResult, "isRun" | "loss"> {
  posting: ClaimedPosting;
}

async function dispatchOne(tools: DispatchTools, { posting, isRun, loss }: NextPosting): Promise<void> {
  const priority = isRun ? "bulk" : "person";
  try {
    const isSent = posting.isUnknown || posting.attemptedAt !== null;
    if (isSent) await resolveUnknown(tools, posting, priority);
    else if (loss === null || (await mayBeSentAfter(loss, tools, posting, priority)))
      await sendPosting(tools, posting, priority);
  } catch (error) {
    // Its claim expires, and the next dispatcher finds it as it was recorded.
    log.warn(
      { shop: tools.shop, posting: posting.id, err: error },
      "a posting was left to the next dispatcher",
    );
  }
}

interface DrawnPosting extends NextPosting {
  ended(): void;
}

/** The open postings, claimed in batches and shared by all lanes. */
function openPostings({ shop, signal, slot }: DispatchTools) {
  const queue: NextPosting[] = [];
  const endOfTurn = startTurn(shop, slot);
  let inFlight = 0;
  /** Whether the last claim was one of a run. False before the first one, so that each slot sends some. */
  let isInRun = false;
  let startsAt: Date | undefined;
  let turn: Promise<unknown> = Promise.resolve();
  const ended = () => {
    inFlight -= 1;
  };

  /** Whether runs of postings leave the slot to others. A few postings have a person who waits for them. */
  const makesRoom = (): boolean => {
    if (!slot || !isInRun) return false;
    startsAt = endOfTurn();
    return startsAt !== undefined;
  };

  const draw = async (): Promise<DrawnPosting | null> => {
    while (!signal.aborted && !startsAt) {
      const ready = queue.shift();
      if (ready) {
        inFlight += 1;
        return { ...ready, ended };
      }
      if (makesRoom()) return null;
      const { postings, isRun, loss, nextAt } = await claimPostings(shop, CONCURRENCY);
      isInRun = isRun;
      queue.push(...postings.map((posting) => ({ posting, isRun, loss })));
      if (postings.length > 0) continue;
      // A posting in flight may free the customer's next one.
      if (inFlight === 0) {
        if (nextAt === null || nextAt.getTime() - Date.now() > MAX_WAIT_MS) return null;
        // One whose time is over waits for an earlier one of its customer.
        if (slot) {
          startsAt = new Date(Math.max(nextAt.getTime(), Date.now() + MIN_WAIT_MS));
          return null;
        }
      }
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
    /** When the rest starts. Undefined when none is open, or the schedule sends it. */
    startsAt: () => startsAt,
  };
}
