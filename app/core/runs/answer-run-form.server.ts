import { data } from "@remix-run/node";
import { refusalIn, sentenceIn } from "~/platform/contract/answer";
import type { ActionAnswer } from "~/platform/notice";
import { SYNC_NOT_STARTED } from "./messages";
import { runsListOf } from "./run-constants";

/**
 * Starts a sync from its page. The page replaces the notice by the outcome of the run (`useRunOutcome`).
 * @param section of the run
 * @param start the call. @returns what was started, as a sentence
 * @param seconds how long the notice is shown
 */
export async function answerStart(
  section: string,
  start: () => Promise<string>,
  seconds?: number,
): Promise<ActionAnswer> {
  const topic = runsListOf(section);
  try {
    return { notice: { level: "info", text: await start(), seconds, topic } };
  } catch (error) {
    const status = refusalIn(error)?.status ?? 500;
    const answer: ActionAnswer = {
      notice: { level: "critical", title: SYNC_NOT_STARTED, text: sentenceIn(error), topic },
      status,
    };
    return data(answer, { status }) as unknown as ActionAnswer;
  }
}
