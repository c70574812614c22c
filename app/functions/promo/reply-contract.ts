import { z } from "zod";
import { promoTabs } from "~/domain/submissions/access";
import { REPLY_USES, type ReplyUse } from "~/domain/submissions/reply-text";
import { call } from "~/platform/contract/call";
import { answered, message } from "./fields";

const USES = Object.keys(REPLY_USES) as [ReplyUse];

const replyFields = {
  use: z.enum(USES, `must be one of: ${USES.join(", ")}`),
  name: z
    .string("Enter a name.")
    .trim()
    .min(1, "Enter a name.")
    .max(120, "A name has at most 120 characters."),
  text: message,
};
/** A template as it was when its change began: 409 when it was changed since. A template has no version. */
const before = z.object(replyFields).optional();
const reply = z.object({ id: z.number().int(), use: z.enum(USES), name: z.string(), text: z.string() });
const replyAnswer = z.object({ ...answered, reply });
const replyId = z.coerce
  .number("must be the number of a template")
  .int("must be the number of a template")
  .min(1, "must be the number of a template")
  .max(Number.MAX_SAFE_INTEGER, "must be the number of a template");

/** The calls for reply templates: texts that reviewers send to customers. */
export const replyCalls = {
  replies: call(promoTabs("CsrApprovals", "LoyaltyOrder"))
    .route({ method: "GET", path: "/promo/replies/list", summary: "The reply templates, by use and name" })
    .output(z.object({ ...answered, list: z.array(reply) })),
  createReply: call("owner")
    .route({ method: "POST", path: "/promo/replies", summary: "Add a reply template" })
    .input(z.object(replyFields))
    .output(replyAnswer),
  changeReply: call("owner")
    .route({ method: "PUT", path: "/promo/replies/{id}", summary: "Change a reply template" })
    .input(z.object({ id: replyId, ...replyFields, before }))
    .output(replyAnswer),
  deleteReply: call("owner")
    .route({ method: "DELETE", path: "/promo/replies/{id}", summary: "Delete a reply template" })
    .input(z.object({ id: replyId }))
    .output(replyAnswer),
};
