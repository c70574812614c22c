import { implement } from "@orpc/server";
import type { CallContext } from "~/core/context.server";
import { guard } from "~/core/guard.server";
import {
  changeReplyTemplate,
  createReplyTemplate,
  deleteReplyTemplate,
  listReplyTemplates,
} from "~/domain/submissions/reply-templates.server";
import type { ReplyTemplate } from "~/domain/submissions/reply-text";
import { withShop } from "~/platform/db/with-shop.server";
import { replyCalls } from "./reply-contract";

const calls = implement(replyCalls).$context<CallContext>().use(guard);

const replyAnswer = (reply: ReplyTemplate, what: string) => ({
  status: true as const,
  msg: `The template ${reply.name} was ${what}.`,
  reply,
});

/** The handlers of the calls for reply templates. */
export const replyRouter = calls.router({
  replies: calls.replies.handler(async ({ context: { shop } }) => ({
    status: true,
    msg: "",
    list: await withShop(shop.domain, listReplyTemplates),
  })),
  createReply: calls.createReply.handler(async ({ input, context }) =>
    replyAnswer(await createReplyTemplate(context, input), "added"),
  ),
  changeReply: calls.changeReply.handler(async ({ input: { id, before, ...fields }, context }) =>
    replyAnswer(await changeReplyTemplate(context, id, fields, before), "saved"),
  ),
  deleteReply: calls.deleteReply.handler(async ({ input: { id }, context }) =>
    replyAnswer(await deleteReplyTemplate(context, id), "deleted"),
  ),
});
