import type { ContractRouterClient, InferContractRouterOutputs } from "@orpc/contract";
import type { CallsOf } from "~/core/function-entry";
import type { FilterReason } from "~/domain/submissions/filter-options.server";
import { answerWithFallback } from "~/platform/contract/answer-with-fallback.server";
import type { ActionAnswer } from "~/platform/notice";
import type { promoCalls } from "./calls.server";
import type { FilterField, FilterValues } from "./filter-address";
import type { promoFunction } from "./function";
import { FALLBACKS } from "./messages";
import type { SubmissionView } from "./schemas";
import type { Option } from "./ui/lists";

type Promo = ContractRouterClient<typeof promoCalls>;

/** A submission with its receipt's file. The notice says why it can't be shown. */
export type SubmissionAnswer = ActionAnswer & {
  submission?: SubmissionView;
  receipt?: ReceiptFile | null;
  /** The receipts that the customer has replaced, oldest first. */
  earlierReceipts?: readonly ReceiptFile[];
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
    const { attachmentId, messages } = submission;
    const earlierIds = messages.flatMap(({ earlierAttachmentId }) => earlierAttachmentId ?? []);
    return {
      submission,
      receipt: attachmentId ? await calls.attachments.detail({ id: attachmentId }) : null,
      earlierReceipts: await Promise.all(
        earlierIds.map((earlier) => calls.attachments.detail({ id: earlier })),
      ),
    };
  });

type Found = InferContractRouterOutputs<typeof promoCalls>["duplicates"]["list"][number];

/** A submission that may be the same purchase, with its receipt's file. */
export type Duplicate = Omit<Found, "attachmentId"> & { receipt: ReceiptFile | null };

/** What was read from a submission's receipt. The notice says why it can't be shown. */
export type ReadingAnswer = ActionAnswer &
  Partial<Pick<InferContractRouterOutputs<typeof promoCalls>["reading"], "id" | "state" | "fields">>;

/** Reads what was read from a submission's receipt, for its dialog. */
export const readReadingAnswer = (promo: Promo, id: number): Promise<ReadingAnswer> =>
  answerWithFallback<ReadingAnswer>({ fallback: FALLBACKS.detail }, async () => {
    const { state, fields } = await promo.reading({ id });
    return { id, state, fields };
  });

/** What happened to a submission. The notice says why it can't be shown. */
export type HistoryAnswer = ActionAnswer &
  Partial<Pick<InferContractRouterOutputs<typeof promoCalls>["history"], "list" | "hasMore">>;

/** Reads the history of a submission for its dialog. */
export const readHistoryAnswer = (promo: Promo, id: number): Promise<HistoryAnswer> =>
  answerWithFallback<HistoryAnswer>({ fallback: FALLBACKS.detail }, async () => {
    const { list, hasMore } = await promo.history({ id });
    return { list, hasMore };
  });

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

/** The fields of the advanced filters that are chosen from a list. */
export type ListField =
  | "age"
  | "shippingCountry"
  | "gender"
  | "purchasingMethod"
  | "retailer"
  | "purchaseState"
  | "status"
  | "fulfillmentStatus"
  | "people"
  | "denyReason"
  | "promotion";

/** The look-up lists. A list that can't offer all values is null: then a text is typed. The notice says why they can't be read. */
export type FilterOptionsAnswer = ActionAnswer & { options?: Record<ListField, Option[] | null> };

/** Reads the look-up lists of the advanced filters together. */
export const readFilterOptions = (promo: Promo): Promise<FilterOptionsAnswer> =>
  answerWithFallback<FilterOptionsAnswer>({ fallback: FALLBACKS.filters }, async () => {
    const [
      ages,
      countries,
      genders,
      people,
      reasons,
      methods,
      retailers,
      states,
      statuses,
      fulfillment,
      promotions,
    ] = await Promise.all([
      promo.ages(),
      promo.countries(),
      promo.genders(),
      promo.people(),
      promo.allDenyReasons(),
      promo.purchasingMethods(),
      promo.retailers(),
      promo.states({ country: 1 }),
      promo.statuses(),
      promo.fulfillmentStatuses(),
      promo.promotionNames(),
    ]);
    return {
      options: {
        age: choicesOf(ages, "age"),
        shippingCountry: choicesOf(countries, "country"),
        gender: choicesOf(genders, "gender"),
        people: people.list.map(({ id, email }) => ({ value: String(id), label: email })),
        denyReason: reasons.list.map((reason) => ({ value: String(reason.id), label: reasonLabel(reason) })),
        purchasingMethod: choicesOf(methods, "method"),
        retailer: choicesOf(retailers, "retailer"),
        purchaseState: choicesOf(states, "state"),
        status: statuses.list.map(({ status }) => named(status)),
        fulfillmentStatus: fulfillment.list.map(({ status }) => named(status)),
        promotion: promotions.list.map(({ id, name, isDeleted }) => ({
          value: String(id),
          label: isDeleted ? `${name} (deleted)` : name,
        })),
      },
    };
  });

/** The names of the advanced filters' values that are ids. */
export async function readFilterNames(
  promo: Promo,
  filter: FilterValues,
): Promise<Partial<Record<FilterField, string>>> {
  const { promotion, denyReason, reviewer, approver, denier } = filter;
  const [promotions, reasons, people] = await Promise.all([
    promotion ? promo.promotionNames() : null,
    denyReason ? promo.allDenyReasons() : null,
    reviewer || approver || denier ? promo.people() : null,
  ]);
  const isId = (id: string | undefined) => (row: { id: string | number }) => String(row.id) === id;
  const emailOf = (id: string | undefined) => people?.list.find((one) => String(one.id) === id)?.email;
  return {
    promotion: promotions?.list.find(isId(promotion))?.name,
    denyReason: reasons?.list.find(isId(denyReason))?.reason,
    reviewer: emailOf(reviewer),
    approver: emailOf(approver),
    denier: emailOf(denier),
  };
}

const choicesOf = <Key extends string>(
  { list, isComplete }: { list: Record<Key, string>[]; isComplete: boolean },
  key: Key,
): Option[] | null => (isComplete ? list.map((row) => named(row[key])) : null);

/** Several reasons can have the same text. */
function reasonLabel({ reason, isLoyalty, isDeleted }: Omit<FilterReason, "id">): string {
  const marks = [isLoyalty && "loyalty", isDeleted && "deleted"].filter(Boolean);
  return marks.length > 0 ? `${reason} (${marks.join(", ")})` : reason;
}

const named = (value: string): Option => ({ value, label: value });
