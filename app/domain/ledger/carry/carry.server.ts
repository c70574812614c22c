import { setTimeout as wait } from "node:timers/promises";
import { liveAdminApi } from "~/connectors/shopify/live.server";
import type { AdminApi } from "~/connectors/shopify/port";
import { type Clock, systemClock } from "~/platform/clock";
import type { Task } from "~/platform/jobs/task.server";
import { log } from "~/platform/log.server";
import { creditsTeller } from "../tell.server";
import { attempt } from "./attempt.server";
import { type ClaimedPosting, claimPostings } from "./claim.server";
import { resolve } from "./resolve.server";
import { CARRY_TASK } from "./wake.server";

/** Customers whose postings are carried at the same time: so many hide the latency, and the shop's rate sets the pace. */
const SIDE_BY_SIDE = 24;
/** Somebody who has just posted may post again: so long a carrier without work stays (milliseconds). */
const STAYS_MS = 500;
const LOOKS_EVERY_MS = 100;
/** A posting that waits for no longer than this is waited for; the schedule takes up the others. */
const WAITS_FOR_MS = 60_000;

/** What carrying needs from around it. */
export interface CarrierTools {
  shop: string;
  adminApi: AdminApi;
  clock: Clock;
  /** Aborted when the process is to end: what was sent is still awaited, nothing else is begun. */
  signal: AbortSignal;
}

/**
 * Carries open postings to Shopify's store credit, in order, one at a time for each customer, and finds out what became of
 * those whose answer was lost. Every process may be killed at any moment: what it had under way is taken over.
 */
export const carryPostings: Task = {
  ...CARRY_TASK,
  schedule: "* * * * *",
  isDoneAtStart: true,
  run: (shop, signal) => carry({ shop, adminApi: liveAdminApi(shop), clock: systemClock, signal }),
};

/** Carries until nothing is open, or what is left has to wait longer. */
export async function carry(tools: CarrierTools): Promise<void> {
  const source = openPostings(tools);
  const teller = creditsTeller(tools.shop);
  const lane = async () => {
    for (let next = await source.next(); next; next = await source.next()) {
      await carryOne(tools, next.posting, next.isRun);
      teller.changed();
    }
  };
  await Promise.all(Array.from({ length: SIDE_BY_SIDE }, lane));
  teller.end();
}

async function carryOne(tools: CarrierTools, posting: ClaimedPosting, isRun: boolean): Promise<void> {
  const priority = isRun ? "bulk" : "person";
  try {
    const isSent = posting.isUnknown || posting.attemptedAt !== null;
    await (isSent ? resolve(tools, posting, priority) : attempt(tools, posting, priority));
  } catch (error) {
    // Its claim runs out, and whoever takes it up then finds it as it was written down.
    log.warn({ shop: tools.shop, posting: posting.id, err: error }, "a posting was left to the next carrier");
  }
}

/** The open postings, claimed some at a time, for several lanes to draw from. */
function openPostings({ shop, signal }: CarrierTools) {
  const drawn: { posting: ClaimedPosting; isRun: boolean }[] = [];
  let idleSince = performance.now();
  let turn: Promise<unknown> = Promise.resolve();

  const draw = async () => {
    while (!signal.aborted) {
      const ready = drawn.shift();
      if (ready) return ready;
      const { postings, isRun, nextAt } = await claimPostings(shop, SIDE_BY_SIDE);
      drawn.push(...postings.map((posting) => ({ posting, isRun })));
      if (postings.length > 0) {
        idleSince = performance.now();
        continue;
      }
      const isWorthWaiting = nextAt !== null && nextAt.getTime() - Date.now() < WAITS_FOR_MS;
      if (!isWorthWaiting && performance.now() - idleSince > STAYS_MS) return null;
      await wait(LOOKS_EVERY_MS, undefined, { signal }).catch(() => undefined);
    }
    return null;
  };
  return {
    /** The next one; null when there is nothing to wait for. */
    next() {
      const drawing = turn.then(draw);
      turn = drawing.catch(() => undefined);
      return drawing;
    },
  };
}
