import { implement } from "@orpc/server";
import type { CallContext } from "~/core/context.server";
import { guard } from "~/core/guard.server";
import { allowAddress, sendAgain } from "./change.server";
import { mailContract } from "./contract";
import { listMails, readMail } from "./read.server";

const calls = implement(mailContract).$context<CallContext>().use(guard);

/** The calls of the Mail page. */
export const mailRouter = calls.router({
  list: calls.list.handler(({ input, context }) => listMails(context, input)),
  detail: calls.detail.handler(({ input, context }) => readMail(context, input.id)),
  sendAgain: calls.sendAgain.handler(({ input, context }) => sendAgain(context, input.ids)),
  allow: calls.allow.handler(async ({ input, context }) => ({
    allowed: await allowAddress(context, input.id),
  })),
});
