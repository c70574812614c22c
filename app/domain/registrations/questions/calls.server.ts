import { randomUUID } from "node:crypto";
import { z } from "zod";
import { call } from "~/core/call.server";
import { customerGid, parseCustomerId } from "~/domain/customers/mirror-row";
import { decisionToolsFor } from "../call-tools.server";
import { askManyJob } from "../decide-many.server";
import { manyRegistrations, startForMany } from "../many.server";
import { MAX_TEXT_LENGTH } from "../reasons/reason";
import { registrationKind } from "../schemas";
import { REGISTRATION_FLAGS } from "../status";
import { answer, listAnswers } from "./answers.server";
import { askForInformation, withdrawQuestion } from "./ask.server";

const question = z
  .string()
  .trim()
  .min(1, "must say what the person is asked for")
  .max(MAX_TEXT_LENGTH, `must be at most ${MAX_TEXT_LENGTH} characters`);

/** The calls about questions to customers whose registration is Pending. */
export const questionsCalls = {
  answers: call("GET /customers/{id}/answers", {
    for: REGISTRATION_FLAGS,
    summary: "What a customer answered to questions about their registration, newest first",
    input: z.object({ id: z.string().max(80) }),
    output: z.object({ list: z.array(answer) }),
    run: (context, input) => listAnswers(context, parseCustomerId(input.id)),
  }),
  ask: call("POST /questions", {
    for: REGISTRATION_FLAGS,
    summary: "Ask a customer whose registration is Pending for information by email",
    input: z.object({
      ids: z.object({ id: z.string().max(80) }).loose(),
      text: question,
      /** Which one, of a customer with several. Without it, the first that the caller may decide on. */
      registration: registrationKind.optional(),
      /** Idempotency key. */
      operationId: z.string().min(8).max(100).optional(),
    }),
    output: z.object({ customer: z.object({ id: z.string() }), questionId: z.string() }),
    async run(context, input) {
      const customerId = parseCustomerId(input.ids.id);
      const operationId = input.operationId ?? randomUUID();
      const { id } = await askForInformation(decisionToolsFor(context), {
        customerId,
        registration: input.registration,
        text: input.text,
        operationId,
      });
      return { customer: { id: customerGid(customerId) }, questionId: id };
    },
  }),
  askMany: call("POST /questions/many", {
    for: REGISTRATION_FLAGS,
    summary: "Ask many customers whose registration is Pending the same question by email, as one job",
    status: 202,
    input: z.object({ ...manyRegistrations, text: question }),
    output: z.object({
      jobId: z.string(),
      /** How many customers it asks. */
      count: z.number().int(),
    }),
    run: (context, input) =>
      startForMany(context, askManyJob, input, {
        title: (people) => `Ask ${people}`,
        doneWord: "asked",
        inputOf: (customerId) => ({ customerId, registration: input.registration, text: input.text }),
      }),
  }),
  withdraw: call("POST /questions/{id}/withdraw", {
    for: REGISTRATION_FLAGS,
    summary: "Return a customer who was asked for information to Pending",
    input: z.object({ id: z.uuid("must be the id of a question") }),
    output: z.object({
      customer: z.object({ id: z.string() }),
      /** The state of the question's email: canceled in time, or already sent. */
      mail: z.enum(["cancelled", "sent"]).nullable(),
      /** Whether the registration is Pending now. Its status may have been changed in Shopify since the question. */
      isPending: z.boolean(),
    }),
    async run(context, input) {
      const { customerId, ...outcome } = await withdrawQuestion(decisionToolsFor(context), input.id);
      return { customer: { id: customerGid(customerId) }, ...outcome };
    },
  }),
};
