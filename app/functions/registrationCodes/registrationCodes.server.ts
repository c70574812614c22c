import { implement } from "@orpc/server";
import type { CallContext } from "~/core/context.server";
import { guard } from "~/core/guard.server";
import { changeCode, createCode } from "./change-code.server";
import { registrationCodesContract } from "./contract";
import { answeredCode, listCodes, listHistory, readFigure } from "./list-codes.server";

const calls = implement(registrationCodesContract).$context<CallContext>().use(guard);

export const registrationCodesRouter = calls.router({
  list: calls.list.handler(({ input, context }) => listCodes(context, input)),
  create: calls.create.handler(async ({ input: { operationId, ...fields }, context }) => {
    const code = await createCode(context, fields, operationId);
    return {
      status: true,
      msg: `Registration code ${code.code} is created.`,
      data: await answeredCode(context, code),
    };
  }),
  update: calls.update.handler(async ({ input: { id, version, ...fields }, context }) => {
    const { code, isChanged } = await changeCode(context, id, fields, { version });
    const msg = `Registration code ${code.code} ${isChanged ? "is saved" : "has no changes"}.`;
    return { status: true, msg, data: await answeredCode(context, code) };
  }),
  updateEmailDomains: calls.updateEmailDomains.handler(async ({ input, context }) => {
    const { id, emailDomains, version } = input;
    const { code } = await changeCode(context, id, { emailDomains }, { version, isOnlyDomains: true });
    const msg = `The email domains of ${code.code} are saved.`;
    return { status: true, msg, data: { emailDomains: code.emailDomains } };
  }),
  history: calls.history.handler(({ input, context }) => listHistory(context, input)),
  figure: calls.figure.handler(async ({ context }) => ({ text: await readFigure(context), asOf: null })),
});
