import type { InferContractRouterOutputs } from "@orpc/contract";
import type { CallsOf } from "~/core/function-entry";
import { answerWithFallback } from "~/platform/contract/answer-with-fallback.server";
import type { ActionAnswer } from "~/platform/notice";
import type { promoCalls } from "./calls.server";
import type { promoFunction } from "./function";
import { FALLBACKS } from "./messages";
import type { ReceiptFile } from "./read-submission-answer.server";

type Found = InferContractRouterOutputs<typeof promoCalls>["duplicates"]["list"][number];

/** A submission that may be the same purchase, with its receipt's file. */
export type Duplicate = Omit<Found, "attachmentId"> & { receipt: ReceiptFile | null };

/** The possible duplicates of a submission. The notice says why they can't be shown. */
export type DuplicatesAnswer = ActionAnswer & { list?: Duplicate[] };

/** Reads the possible duplicates of a submission for its dialog. */
export const readDuplicatesAnswer = (
  calls: CallsOf<typeof promoFunction>,
  id: number,
): Promise<DuplicatesAnswer> =>
  answerWithFallback<DuplicatesAnswer>({ fallback: FALLBACKS.detail }, async () => {
    const { list } = await calls.promo.duplicates({ id });
    return {
      list: await Promise.all(
        list.map(async ({ attachmentId, ...duplicate }) => ({
          ...duplicate,
          receipt: attachmentId ? await calls.attachments.detail({ id: attachmentId }) : null,
        })),
      ),
    };
  });
