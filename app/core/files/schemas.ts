import { z } from "zod";

export const id = z.uuid("must be the id of a file");

/** A file as it is offered: what it is called, and how large it is. */
export const fileShape = z.object({
  id: z.string(),
  name: z.string(),
  contentType: z.string(),
  /** Bytes, and in how many parts they are fetched. */
  size: z.number().int(),
  parts: z.number().int(),
  /** Instant, ISO 8601; from then on it cannot be read. */
  expiresAt: z.string(),
});
