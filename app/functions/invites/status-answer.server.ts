import { data } from "@remix-run/node";
import { refusalIn } from "~/platform/contract/answer";
import type { ActionAnswer } from "~/platform/notice";
import { SHOWN_SECONDS } from "./messages";

/**
 * Answers a form with the status message of this screen: green for 5 seconds, red for 10 (section 4 of the third specification
 * text). What is refused says why; what failed without a reason says the fallback, and the reference that stands in the log.
 * @param field shows a refusal that names no field, where the person looks
 */
export async function answerWithStatus(
  fallback: string,
  work: () => Promise<ActionAnswer>,
  field?: string,
): Promise<ActionAnswer> {
  try {
    const { notice, ...answer } = await work();
    return { ...answer, notice: notice && { ...notice, seconds: SHOWN_SECONDS.success } };
  } catch (error) {
    const { text, status, fieldErrors } = explained(error, fallback);
    const answer: ActionAnswer = {
      notice: { level: "critical", text, seconds: SHOWN_SECONDS.error },
      fieldErrors: fieldErrors ?? (field && status < 500 ? { [field]: text } : undefined),
    };
    return data(answer, { status }) as unknown as ActionAnswer;
  }
}

/**
 * Reads something that a page shows; what fails without a reason says the fallback on the error page.
 * @throws a refusal as it is; anything else as the answer of the error page
 */
export async function readWithStatus<Read>(fallback: string, read: () => Promise<Read>): Promise<Read> {
  try {
    return await read();
  } catch (error) {
    if (refusalIn(error)) throw error;
    const { text, status } = explained(error, fallback);
    throw Response.json({ message: text }, { status });
  }
}

function explained(error: unknown, fallback: string) {
  const refusal = refusalIn(error);
  if (refusal) return { text: refusal.message, status: refusal.status, fieldErrors: refusal.fieldErrors };
  // A call that failed has logged itself under this reference. What failed elsewhere is for the door to log.
  const { reference } = (error as { data?: { reference?: string } } | null)?.data ?? {};
  if (!reference) throw error;
  return { text: `${fallback}. Reference: ${reference}`, status: 500, fieldErrors: undefined };
}
