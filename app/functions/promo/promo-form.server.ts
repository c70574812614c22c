import type { ContractRouterClient, InferContractRouterInputs } from "@orpc/contract";
import { z } from "zod";
import type { SubmissionOutcome } from "~/domain/submissions/submission.server";
import { answerWithFallback } from "~/platform/contract/answer-with-fallback.server";
import { jsonField, readForm } from "~/platform/form";
import type { ActionAnswer, NoticeLevel } from "~/platform/notice";
import { pluralize } from "~/platform/text/pluralize";
import type { promoCalls } from "./calls.server";
import { FILTER_FIELDS } from "./filter-address";
import { FALLBACKS } from "./messages";
import { filterInput } from "./read-pages.server";

type Promo = ContractRouterClient<typeof promoCalls>;

const id = z.coerce.number();
const ids = jsonField(z.array(z.number()));
const reason = z.coerce.number();
/** Without one, the usual email is sent. */
const message = z
  .string()
  .optional()
  .transform((text) => text?.trim() || undefined);
const yesNo = z.enum(["yes", "no"]).transform((text) => text === "yes");
const reasonList = z.enum(["deny", "loyaltyDeny", "hold"]);
const reasonFields = {
  reason: z.string(),
  /** An empty order is sent as null. */
  orderInList: z
    .string()
    .trim()
    .transform((text) => text || null),
};

const intent = z.discriminatedUnion("intent", [
  z.object({ intent: z.literal("assign"), ids, reviewer: z.string(), onlyUnassigned: yesNo }),
  z.object({ intent: z.literal("inReview"), id }),
  z.object({ intent: z.literal("approve"), ids, isLoyalty: yesNo }),
  z.object({ intent: z.literal("undoApprove"), ids }),
  z.object({ intent: z.literal("deny"), ids, reason, message, isLoyalty: yesNo }),
  z.object({ intent: z.literal("hold"), ids, reason, message, operationId: z.string() }),
  z.object({ intent: z.literal("answer"), id, message: z.string(), operationId: z.string() }),
  z.object({ intent: z.literal("secondLook"), id, isAgreed: yesNo }),
  z.object({ intent: z.literal("takeNext") }),
  z.object({ intent: z.literal("keep"), id }),
  z.object({ intent: z.literal("createReason"), list: reasonList, ...reasonFields }),
  z.object({
    intent: z.literal("changeReason"),
    list: reasonList,
    id,
    before: jsonField(z.object({ reason: z.string(), orderInList: z.number().nullable() })).optional(),
    ...reasonFields,
  }),
  z.object({ intent: z.literal("deleteReason"), list: reasonList, id }),
  z.object({
    intent: z.literal("export"),
    search: z.string(),
    filter: jsonField(z.partialRecord(z.enum(FILTER_FIELDS), z.string())),
    operationId: z.string(),
  }),
]);
type Request = z.output<typeof intent>;

/** The answer of the page's action. */
export type PromoAnswer = ActionAnswer & {
  /** The submission that was reserved. */
  takenId?: string;
  /** What a change did with each submission. */
  outcomes?: readonly SubmissionOutcome[];
  /** The submissions whose approval was undone. */
  undoneIds?: readonly number[];
};

function fallbackOf(request: Request): string {
  switch (request.intent) {
    case "assign":
      return FALLBACKS.assign;
    case "approve":
      return request.isLoyalty ? FALLBACKS.loyaltyApprove : FALLBACKS.approve;
    case "deny":
      return request.isLoyalty ? FALLBACKS.loyaltyDeny : FALLBACKS.deny;
    case "hold":
      return FALLBACKS.hold;
    case "export":
      return isNarrowed(request) ? FALLBACKS.export : FALLBACKS.exportAll;
    case "createReason":
      return FALLBACKS.createReason;
    case "changeReason":
      return FALLBACKS.updateReason;
    case "deleteReason":
      return FALLBACKS.deleteReason;
    case "takeNext":
    case "keep":
      return FALLBACKS.queryPending;
    case "inReview":
    case "undoApprove":
    case "secondLook":
    case "answer":
      return FALLBACKS.update;
  }
}

/** Whether an export has only what a search or filters find. */
const isNarrowed = ({ search, filter }: Extract<Request, { intent: "export" }>): boolean =>
  search !== "" || Object.keys(filter).length > 0;

/** Handles the forms of the page. */
export async function answerPromoForm(promo: Promo, form: FormData): Promise<PromoAnswer> {
  const request = readForm(form, intent);
  return answerWithFallback<PromoAnswer>({ fallback: fallbackOf(request) }, () => runIntent(promo, request));
}

async function runIntent(promo: Promo, request: Request): Promise<PromoAnswer> {
  switch (request.intent) {
    case "assign": {
      const { intent: _intent, ids: list, ...assignment } = request;
      return changeAnswer(await promo.assign({ list, ...assignment }), "success");
    }
    case "inReview":
      await promo.inReview({ id: request.id });
      return {};
    case "approve": {
      const approve = request.isLoyalty ? promo.loyaltyOrderApprove : promo.approve;
      const { undoSeconds, ...change } = await approve({ list: request.ids });
      const approved = change.list.filter(({ isDone }) => isDone).map((one) => one.id);
      const fields = { intent: "undoApprove", ids: JSON.stringify(approved) };
      // Several approvals can be undone at a time, and their notices have the same text.
      const what =
        approved.length === 1 ? `approval of ${approved[0]}` : pluralize(approved.length, "approval");
      const undo = { label: `Undo ${what}`, fields, seconds: undoSeconds };
      const { notice, outcomes } = changeAnswer(change, "success");
      return { notice: notice && { ...notice, ...(undoSeconds > 0 && { undo }) }, outcomes };
    }
    case "undoApprove": {
      const change = await promo.undoApprove({ list: request.ids });
      const undoneIds = change.list.filter(({ isDone }) => isDone).map((one) => one.id);
      return { ...changeAnswer(change, "success"), undoneIds };
    }
    case "deny":
      return changeAnswer(
        await promo.deny({ list: request.ids, reason: request.reason, message: request.message }),
        "info",
      );
    case "hold": {
      const { intent: _intent, ids: list, ...hold } = request;
      return changeAnswer(await promo.hold({ list, ...hold }), "info");
    }
    case "answer": {
      const { intent: _intent, ...answer } = request;
      return { notice: changeAnswer(await promo.answer(answer), "success").notice };
    }
    case "secondLook":
      return changeAnswer(
        await promo.takeSecondLook({ id: request.id, isAgreed: request.isAgreed }),
        "success",
      );
    case "takeNext": {
      const { id: taken, msg } = await promo.takeNext({});
      return taken === null ? { notice: { level: "info", text: msg } } : { takenId: String(taken) };
    }
    case "keep":
      await promo.keep({ id: request.id });
      return {};
    case "createReason": {
      const { list, reason: text, orderInList } = request;
      const fields = { reason: text, orderInList };
      return reasonAnswer(
        list === "hold"
          ? await promo.createHoldReason(fields)
          : await promo.createDenyReason({ ...fields, isLoyalty: list === "loyaltyDeny" }),
      );
    }
    case "changeReason": {
      const { list, id: changedId, before, reason: text, orderInList } = request;
      const fields = { id: changedId, before, reason: text, orderInList };
      return reasonAnswer(
        list === "hold"
          ? await promo.changeHoldReason(fields)
          : await promo.changeDenyReason({ ...fields, isLoyalty: list === "loyaltyDeny" }),
      );
    }
    case "deleteReason": {
      const { list, id: deletedId } = request;
      return reasonAnswer(
        list === "hold"
          ? await promo.deleteHoldReason({ id: deletedId })
          : await promo.deleteDenyReason({ id: deletedId, isLoyalty: list === "loyaltyDeny" }),
      );
    }
    case "export": {
      const input = { ...filterInput(request.filter, request.search), operationId: request.operationId };
      const { msg, jobId } = await promo.exportList(
        input as InferContractRouterInputs<typeof promoCalls>["exportList"],
      );
      const link = { label: "Open in Jobs", url: `/jobs/${jobId}` };
      const failure = { text: fallbackOf(request) };
      return { notice: { level: "info", text: msg, link, job: { id: jobId, writesFile: true, failure } } };
    }
  }
}

/** A change of several submissions. It is a warning when some of them weren't changed. */
const changeAnswer = (
  { msg, list }: { msg: string; list: readonly SubmissionOutcome[] },
  level: NoticeLevel,
): PromoAnswer => ({
  notice: { level: list.every(({ isDone }) => isDone) ? level : "warning", text: msg },
  outcomes: list,
});

const reasonAnswer = ({ msg }: { msg: string }): PromoAnswer => ({ notice: { level: "success", text: msg } });
