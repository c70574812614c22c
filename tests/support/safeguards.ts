import { addHours } from "date-fns";
import { DEMO } from "./test-shop.ts";

/** Puts the looser limits into effect that were requested before, as the task does a day later. @returns how many */
export async function waitADay(shop = DEMO): Promise<number> {
  const { applyDueChanges } = await import("~/core/safeguards/end-change.server");
  return applyDueChanges(shop, { now: () => addHours(new Date(), 25) });
}

/** Saves a limit, and waits a day if it is looser. */
export async function saveLimit<Answer>(save: Promise<Answer>): Promise<Answer> {
  const answer = await save;
  await waitADay();
  return answer;
}
