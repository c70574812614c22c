import type { ContractRouterClient } from "@orpc/contract";
import { data } from "@remix-run/node";
import { z } from "zod";
import { refusalIn, sentenceIn } from "~/platform/contract/answer";
import { jsonField, readForm } from "~/platform/form";
import type { ActionAnswer } from "~/platform/notice";
import type { salsifyDisplayCalls } from "./calls.server";
import { MESSAGE_SECONDS, NOT_UPDATED, UPDATED } from "./display-names";
import type { DisplayNames } from "./schemas";

type Calls = ContractRouterClient<typeof salsifyDisplayCalls>;

const saveForm = z.object({
  /** Empty before the list was saved for the first time. */
  id: z.string().transform((text) => text || null),
  digest: z.string().transform((text) => text || null),
  updateList: jsonField(z.array(z.object({ key: z.string(), value: z.string() }))),
});

/** The answer of the page's action. */
export type DisplayNamesAnswer = ActionAnswer & {
  /** Why nothing was saved, or why it isn't known. The page shows it longer than the notice. */
  problem?: string;
  /** The list as it is now: it was saved by someone else since the page was opened. */
  conflict?: DisplayNames;
};

/** Saves the grid. */
export async function answerSaveForm(calls: Calls, form: FormData): Promise<DisplayNamesAnswer> {
  const request = readForm(form, saveForm);
  try {
    await calls.save(request);
    return { notice: { level: "success", text: UPDATED, seconds: MESSAGE_SECONDS } };
  } catch (error) {
    const refusal = refusalIn(error);
    const status = refusal?.status ?? 500;
    // A list that can't be read must not take the place of why nothing was saved.
    const conflict = status === 409 ? await calls.list().catch(() => undefined) : undefined;
    const answer: DisplayNamesAnswer = {
      notice: { level: "critical", text: NOT_UPDATED, seconds: MESSAGE_SECONDS },
      status,
      fieldErrors: refusal?.fieldErrors,
      ...(conflict ? { conflict } : { problem: sentenceIn(error) }),
    };
    return data(answer, { status }) as unknown as DisplayNamesAnswer;
  }
}
