import { refusalIn } from "./answer";

/**
 * What a call answers, or why it was refused. For data that a dialog fetches: a refusal that is thrown would replace the page behind it.
 * @throws any other error
 */
export async function orProblem<Answer>(call: Promise<Answer>): Promise<Answer | { problem: string }> {
  try {
    return await call;
  } catch (error) {
    const refusal = refusalIn(error);
    if (!refusal) throw error;
    return { problem: refusal.message };
  }
}
