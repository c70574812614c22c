import { z } from "zod";
import { call } from "~/core/call.server";
import { promoTabs } from "~/domain/submissions/access";
import {
  changeReplyTemplate,
  createReplyTemplate,
  deleteReplyTemplate,
  listReplyTemplates,
} from "~/domain/submissions/reply-templates.server";
import { REPLY_USES, type ReplyTemplate, type ReplyUse } from "~/domain/submissions/reply-text";
import { withShop } from "~/platform/db/with-shop.server";
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
  replies: call("GET /promo/replies/list", {
    for: promoTabs("CsrApprovals", "LoyaltyOrder"),
    summary: "The reply templates, by use and name",
    output: z.object({ ...answered, list: z.array(reply) }),
    run: async ({ shop }) => ({
      status: true as const,
      msg: "",
      list: await withShop(shop.domain, listReplyTemplates),
    }),
  }),
  createReply: call("POST /promo/replies", {
    for: "owner",
    summary: "Add a reply template",
    input: z.object(replyFields),
    output: replyAnswer,
    run: async (context, input) => answer(await createReplyTemplate(context, input), "added"),
  }),
  changeReply: call("PUT /promo/replies/{id}", {
    for: "owner",
    summary: "Change a reply template",
    input: z.object({ id: replyId, ...replyFields, before }),
    output: replyAnswer,
    run: async (context, { id, before, ...fields }) =>
      answer(await changeReplyTemplate(context, id, fields, before), "saved"),
  }),
  deleteReply: call("DELETE /promo/replies/{id}", {
    for: "owner",
    summary: "Delete a reply template",
    input: z.object({ id: replyId }),
    output: replyAnswer,
    run: async (context, { id }) => answer(await deleteReplyTemplate(context, id), "deleted"),
  }),
};

const answer = (reply: ReplyTemplate, what: string) => ({
  status: true as const,
  msg: `The template ${reply.name} was ${what}.`,
  reply,
});
