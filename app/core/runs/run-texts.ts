import type { Notice } from "~/platform/notice";
import { SYNC_NOT_STARTED } from "./messages";
import { runsListOf } from "./run-constants";

/**
 * What a page says after the call that starts a sync. The page replaces the notice by the outcome of the run (`useRunOutcome`).
 * @param section of the run
 * @param textOf what was started, as a sentence
 * @param seconds how long the notice is shown
 */
export function textsOfStart<Answer>(section: string, textOf: (answer: Answer) => string, seconds?: number) {
  const topic = runsListOf(section);
  return {
    say: (answer: Answer): Notice => ({ level: "info", text: textOf(answer), seconds, topic }),
    failure: { notice: { title: SYNC_NOT_STARTED, topic } },
  };
}
