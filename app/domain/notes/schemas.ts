import { z } from "zod";

export const text = z.string();

/** A note as the card shows it. Instants are ISO 8601. */
export const noteShape = z.object({
  id: text,
  text,
  author: z.object({ id: text, name: text }),
  at: text,
  editedAt: text.nullable(),
  /** To be sent back with a change. */
  version: z.number().int(),
  /** The reader wrote it, and may change it. */
  isOwn: z.boolean(),
});

export type Note = z.infer<typeof noteShape>;

export const latestNotes = z.object({
  notes: z.array(noteShape),
  /** True when there are older notes. */
  hasMore: z.boolean(),
});

export type LatestNotes = z.infer<typeof latestNotes>;
