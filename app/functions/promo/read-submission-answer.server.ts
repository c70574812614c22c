import type { CallsOf } from "~/core/function-entry";
import { answerWithFallback } from "~/platform/contract/answer-with-fallback.server";
import type { ActionAnswer } from "~/platform/notice";
import type { promoFunction } from "./function";
import { FALLBACKS } from "./messages";
import type { SubmissionView } from "./review-schemas";

/** A submission with its receipt's file. The notice says why it can't be shown. */
export type SubmissionAnswer = ActionAnswer & {
  submission?: SubmissionView;
  receipt?: ReceiptFile | null;
};

/** The receipt's file. The page loads its bytes by their own address. */
export interface ReceiptFile {
  id: string;
  name: string;
  contentType: string;
  hasThumbnail: boolean;
  state: "waiting" | "ready" | "failed";
  /** Why a failed one can't be read. */
  problem: string | null;
}

/** Reads a submission for its dialog. A refusal is part of the answer, so that the dialog shows it. */
export const readSubmissionAnswer = (
  calls: CallsOf<typeof promoFunction>,
  id: number,
): Promise<SubmissionAnswer> =>
  answerWithFallback<SubmissionAnswer>({ fallback: FALLBACKS.detail }, async () => {
    const { submission } = await calls.promo.detail({ id, receipt: "false" });
    const { attachmentId } = submission;
    return {
      submission,
      receipt: attachmentId ? await calls.attachments.detail({ id: attachmentId }) : null,
    };
  });
