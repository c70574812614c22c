import { data } from "@remix-run/node";
import type { ActionAnswer } from "../notice";
import { refusalIn, screenMessage } from "./answer";

/** The texts of a screen for the results of its forms. */
export interface ResultTexts {
  /** Shown when something failed without a reason. */
  fallback: string;
  /** A refusal is shown as the fallback, a colon and its reason, as some screens specify. */
  withReason?: true;
  /** Above the message. */
  title?: string;
  /** How long each notice is shown, if the screen specifies it. A warning is shown as long as an error. */
  seconds?: { success: number; error: number };
  /** The field that shows a refusal without a field. */
  field?: string;
}

/** Answers a form with the screen's texts. A refusal shows its reason; a fault shows the fallback text and the reference in the log. */
export async function answerWithFallback<Answer extends ActionAnswer>(
  { fallback, withReason, title, seconds, field }: ResultTexts,
  work: () => Promise<Answer>,
): Promise<Answer> {
  try {
    const { notice, ...answer } = await work();
    return {
      ...answer,
      notice: notice && {
        title,
        ...notice,
        ...(seconds && { seconds: notice.level === "warning" ? seconds.error : seconds.success }),
      },
    } as Answer;
  } catch (error) {
    const { text: reason, status, fieldErrors } = explained(error, fallback);
    const text = withReason && status !== 500 ? `${fallback}: ${reason}` : reason;
    const answer: ActionAnswer = {
      notice: { level: "critical", title, text, ...(seconds && { seconds: seconds.error }) },
      fieldErrors: fieldErrors ?? (field && status < 500 ? { [field]: reason } : undefined),
      status,
    };
    return data(answer, { status }) as unknown as Answer;
  }
}

/**
 * Reads data of a page. A fault shows the fallback text on the error page.
 * @throws refusals unchanged, and any other error as a response for the error page
 */
export async function readWithFallback<Read>(fallback: string, read: () => Promise<Read>): Promise<Read> {
  try {
    return await read();
  } catch (error) {
    if (refusalIn(error)) throw error;
    const { text, status } = explained(error, fallback);
    throw Response.json({ message: text }, { status });
  }
}

/**
 * Reads a part of a page, or says why that failed. The rest of the page stays usable.
 * @throws an error that isn't logged yet, and 503: an open page is loaded again until the database can be reached
 */
export async function readOr<Value>(
  fallback: string,
  nothing: Value,
  read: () => Promise<Value>,
): Promise<{ value: Value; problem: string | null }> {
  try {
    return { value: await read(), problem: null };
  } catch (error) {
    const { text, status } = explained(error, fallback);
    if (status === 503) throw error;
    return { value: nothing, problem: status === 500 ? text : `${fallback}: ${text}` };
  }
}

function explained(error: unknown, fallback: string) {
  const refusal = refusalIn(error);
  if (refusal)
    return { text: screenMessage(refusal), status: refusal.status, fieldErrors: refusal.fieldErrors };
  // A failed call has been logged under this reference. Other errors are logged where the request is authorized.
  const { reference } = (error as { data?: { reference?: string } } | null)?.data ?? {};
  if (!reference) throw error;
  return { text: `${fallback}. Reference: ${reference}`, status: 500, fieldErrors: undefined };
}
