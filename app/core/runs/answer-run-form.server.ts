import { data } from "@remix-run/node";
import { refusalIn, sentenceIn } from "~/platform/contract/answer";
import type { ActionAnswer } from "~/platform/notice";
import { SYNC_NOT_STARTED } from "./messages";

/**
 * Starts a sync from its page.
 * @param start the call. @returns what was started, as a sentence
 * @param seconds how long the notice is shown
 */
export async function answerStart(start: () => Promise<string>, seconds?: number): Promise<ActionAnswer> {
  try {
    return { notice: { level: "success", text: await start(), seconds } };
  } catch (error) {
    const status = refusalIn(error)?.status ?? 500;
    const answer: ActionAnswer = {
      notice: { level: "critical", title: SYNC_NOT_STARTED, text: sentenceIn(error) },
      status,
    };
    return data(answer, { status }) as unknown as ActionAnswer;
  }
}
