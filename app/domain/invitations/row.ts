import { z } from "zod";

const text = z.string();
const count = z.number().int();

/** A failed row, numbered as in a sheet: the first one is 2. */
const refusedRow = z.object({
  row: count,
  reasons: z.array(z.object({ field: text, sentence: text })),
});

/** The outcomes of rows of people to be invited. */
export const invitedRows = z.object({
  /** How many people are invited now or by the jobs. */
  invited: count,
  changed: count,
  refused: z.array(refusedRow),
  /** The jobs that invite them, one per audience. */
  jobIds: z.array(text),
  /** Why no email was sent to a single person, such as a blocked address. Null otherwise: of several people, the job says it. */
  notSent: text.nullable(),
});
export type InvitedRows = z.infer<typeof invitedRows>;
