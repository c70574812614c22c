import type { ContractRouterClient } from "@orpc/contract";
import { z } from "zod";
import { formatDuration } from "~/platform/dates/duration";
import { readForm } from "~/platform/form";
import type { ActionAnswer } from "~/platform/notice";
import type { eventsCalls } from "../calls.server";

const intent = z.object({
  intent: z.enum(["checkIn", "undo"]),
  invitationId: z.string(),
  /** The page got no answer to its last request about this person. */
  isRetry: z.literal("on").optional(),
});

/** Runs an action of the check-in list and returns its result. */
export async function answerCheckInForm(
  events: ContractRouterClient<typeof eventsCalls>,
  id: number,
  form: FormData,
): Promise<ActionAnswer> {
  const { intent: request, invitationId, isRetry } = readForm(form, intent);
  if (request === "undo") {
    const { name } = await events.undoCheckIn({ id, invitationId });
    return { notice: { level: "success", text: `${name} is no longer checked in.` } };
  }
  const { name, isNew, isOwn, checkedInAt, checkedInBy } = await events.checkIn({ id, invitationId });
  // Another device was faster, or someone else came with the same invitation. Undo would undo the earlier check-in.
  if (!isNew && !(isRetry && isOwn)) {
    const seconds = (Date.now() - Date.parse(checkedInAt ?? "")) / 1_000;
    const when = seconds < 60 ? "just now" : `${formatDuration(seconds)} ago`;
    return {
      notice: { level: "warning", text: `${name} was already checked in ${when}, by ${checkedInBy}.` },
    };
  }
  const undo = { label: "Undo", fields: { intent: "undo", invitationId } };
  return { notice: { level: "success", text: `${name} is checked in.`, undo } };
}
