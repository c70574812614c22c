import { data } from "@remix-run/node";
import type { Refusal } from "../errors";
import type { ActionAnswer } from "../notice";
import { refusalIn } from "./answer";

/** How a screen of the specification tells what came of its forms. */
export interface Telling {
  /** What is said when something failed without a reason. */
  fallback: string;
  /** Above the message. */
  title?: string;
  /** How long each is shown, where the specification says it of the screen. */
  seconds?: { success: number; error: number };
  /** Shows a refusal that names no field, where the person looks. */
  field?: string;
}

/**
 * Answers a form as the specification has it for a screen. What is refused says why; what failed without a reason says the
 * fallback, and the reference that stands in the log.
 */
export async function answerWithFallback<Answer extends ActionAnswer>(
  { fallback, title, seconds, field }: Telling,
  work: () => Promise<Answer>,
): Promise<Answer> {
  try {
    const { notice, ...answer } = await work();
    return {
      ...answer,
      notice: notice && { title, ...notice, ...(seconds && { seconds: seconds.success }) },
    } as Answer;
  } catch (error) {
    const { text, status, fieldErrors } = explained(error, fallback);
    const answer: ActionAnswer = {
      notice: { level: "critical", title, text, ...(seconds && { seconds: seconds.error }) },
      fieldErrors: fieldErrors ?? (field && status < 500 ? { [field]: text } : undefined),
    };
    return data(answer, { status }) as unknown as Answer;
  }
}

/**
 * Reads something that a page shows; what fails without a reason says the fallback on the error page.
 * @throws a refusal as it is; anything else as the answer of the error page
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

/** What is wrong with fields, without their names where each is a sentence of its own: they stand beside the fields as well. */
function saidOnScreen({ message, fieldErrors = {} }: Refusal): string {
  const sentences = Object.values(fieldErrors);
  const named = Object.entries(fieldErrors).map(([field, problem]) => `${field}: ${problem}`);
  const areWhole = sentences.every((text) => /^[A-Z].*[.!?]$/s.test(text));
  return areWhole && message === named.join("; ") ? sentences.join(" ") : message;
}

function explained(error: unknown, fallback: string) {
  const refusal = refusalIn(error);
  if (refusal)
    return { text: saidOnScreen(refusal), status: refusal.status, fieldErrors: refusal.fieldErrors };
  // A call that failed has logged itself under this reference. What failed elsewhere is for the door to log.
  const { reference } = (error as { data?: { reference?: string } } | null)?.data ?? {};
  if (!reference) throw error;
  return { text: `${fallback}. Reference: ${reference}`, status: 500, fieldErrors: undefined };
}
