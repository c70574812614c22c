import { z } from "zod";
import { call } from "~/platform/contract/call";
import { TEXT_LENGTH } from "../reasons/reason";
import { REGISTRATION_FLAGS } from "../status";

/** The calls about questions to people whose registration is Pending. */
export const questionsContract = {
  ask: call(REGISTRATION_FLAGS)
    .route({
      method: "POST",
      path: "/questions",
      summary: "Ask a person whose registration is Pending for information, by mail",
    })
    .input(
      z.object({
        ids: z.object({ id: z.string().max(80) }).loose(),
        text: z
          .string()
          .trim()
          .min(1, "must say what the person is asked for")
          .max(TEXT_LENGTH, `must be at most ${TEXT_LENGTH} characters`),
        /** Made by the caller; repeating the call with it has no second effect. */
        operationId: z.string().min(8).max(100).optional(),
      }),
    )
    .output(z.object({ customer: z.object({ id: z.string() }), questionId: z.string() })),
  withdraw: call(REGISTRATION_FLAGS)
    .route({
      method: "POST",
      path: "/questions/{id}/withdraw",
      summary: "Put a person who was asked for information back to Pending",
    })
    .input(z.object({ id: z.uuid("must be the id of a question") }))
    .output(
      z.object({
        customer: z.object({ id: z.string() }),
        /** What became of the question's mail: stopped in time, or sent already. */
        mail: z.enum(["cancelled", "sent"]).nullable(),
      }),
    ),
};
