import { z } from "zod";

/** An answer of a customer to a question about their registration. Instants are ISO 8601. */
export const answer = z.object({
  id: z.number().int(),
  question: z.string(),
  text: z.string(),
  at: z.string(),
  /** The file that was sent. Null without one, and when it was erased. */
  file: z
    .object({
      id: z.string(),
      name: z.string(),
      contentType: z.string(),
      hasThumbnail: z.boolean(),
      /** Only one that is ready has bytes. */
      state: z.enum(["waiting", "ready", "failed"]),
      /** Why a failed one can't be read. */
      problem: z.string().nullable(),
    })
    .nullable(),
});

export type RegistrationAnswer = z.infer<typeof answer>;
