import type { Texts } from "~/core/answer-call.server";
import { deletionNotice } from "~/core/audit/deletion.server";
import type { ContractsOf } from "~/core/function-entry";
import type { SubmissionOutcome } from "~/domain/submissions/submission.server";
import type { NoticeLevel } from "~/platform/notice";
import { pluralize } from "~/platform/text/pluralize";
import { FILTER_FIELDS } from "./filter-address";
import { LOYALTY_ORDERS, promoCall, type promoFunction } from "./function";
import { FALLBACKS } from "./messages";

type Contracts = ContractsOf<typeof promoFunction>;

interface Change {
  msg: string;
  list: readonly SubmissionOutcome[];
}

/** A change of several submissions. It is a warning when some of them weren't changed. */
const changeAs =
  (level: NoticeLevel) =>
  ({ msg, list }: Change) => ({
    level: list.every(({ isDone }) => isDone) ? level : ("warning" as const),
    text: msg,
  });

/** Several approvals can be undone at a time, and their notices have the same text. */
function approved({ undoSeconds, ...change }: Change & { undoSeconds: number }) {
  const list = change.list.filter(({ isDone }) => isDone).map(({ id }) => id);
  const what = list.length === 1 ? `approval of ${list[0]}` : pluralize(list.length, "approval");
  const undo = {
    label: `Undo ${what}`,
    call: promoCall("promo.undoApprove", { list }),
    seconds: undoSeconds,
  };
  return { ...changeAs("success")(change), ...(undoSeconds > 0 && { undo }) };
}

const messageOf = ({ msg }: { msg: string }): string => msg;

const orElse = (fallback: string) => ({ texts: { fallback } });

/** An export has the submissions that a search or filters find, or all. */
const exportFallback = (input: object): string =>
  ["search", ...FILTER_FIELDS].some((field) => (input as Record<string, unknown>)[field])
    ? FALLBACKS.export
    : FALLBACKS.exportAll;

/** The calls that the Promotion page and its dialogs post, and what they say after them. */
export const promoTexts: Texts<Contracts> = {
  "promo.assign": { say: changeAs("success"), failure: orElse(FALLBACKS.assign) },
  "promo.inReview": { say: () => null, failure: orElse(FALLBACKS.update) },
  "promo.approve": { say: approved, failure: orElse(FALLBACKS.approve) },
  "promo.loyaltyOrderApprove": { say: approved, failure: orElse(FALLBACKS.loyaltyApprove) },
  "promo.undoApprove": { say: changeAs("success"), failure: orElse(FALLBACKS.update) },
  "promo.deny": {
    say: changeAs("info"),
    failure: {
      texts: (_input, about) => ({
        fallback: about === LOYALTY_ORDERS ? FALLBACKS.loyaltyDeny : FALLBACKS.deny,
      }),
    },
  },
  "promo.hold": { say: changeAs("info"), failure: orElse(FALLBACKS.hold) },
  "promo.answer": { say: changeAs("success"), failure: orElse(FALLBACKS.update) },
  "promo.takeSecondLook": { say: changeAs("success"), failure: orElse(FALLBACKS.update) },
  "promo.takeNext": {
    say: ({ id, msg }) => (id === null ? { level: "info", text: msg } : null),
    failure: orElse(FALLBACKS.queryPending),
  },
  "promo.keep": { say: () => null, failure: orElse(FALLBACKS.queryPending) },
  "promo.createDenyReason": { say: messageOf, failure: orElse(FALLBACKS.createReason) },
  "promo.changeDenyReason": { say: messageOf, failure: orElse(FALLBACKS.updateReason) },
  "promo.deleteDenyReason": { say: messageOf, failure: orElse(FALLBACKS.deleteReason) },
  "promo.createHoldReason": { say: messageOf, failure: orElse(FALLBACKS.createReason) },
  "promo.changeHoldReason": { say: messageOf, failure: orElse(FALLBACKS.updateReason) },
  "promo.deleteHoldReason": { say: messageOf, failure: orElse(FALLBACKS.deleteReason) },
  "promo.exportList": {
    say: ({ msg, jobId }, input) => ({
      level: "info",
      text: msg,
      link: { label: "Open in Jobs", url: `/jobs/${jobId}` },
      job: { id: jobId, writesFile: true, failure: { text: exportFallback(input) } },
    }),
    failure: { texts: (input) => ({ fallback: exportFallback(input) }) },
  },
};

/** The calls that the pages of promotions post, and what they say after them. */
export const promotionTexts: Texts<Contracts> = {
  "promo.createPromotion": messageOf,
  "promo.changePromotion": messageOf,
  "promo.deletePromotion": ({ msg, promotion: { id, name }, ...deletion }) =>
    deletionNotice(deletion, {
      done: msg,
      before: `${name} was already deleted`,
      undo: promoCall("promo.restorePromotion", { id, isUndo: true }),
    }),
  "promo.restorePromotion": messageOf,
  "promo.createReply": messageOf,
  "promo.changeReply": messageOf,
  "promo.deleteReply": ({ msg, reply: { use, name, text }, ...deletion }) =>
    deletionNotice(deletion, {
      done: msg,
      before: `The template ${name} was already deleted`,
      undo: promoCall("promo.createReply", { use, name, text }),
    }),
};
