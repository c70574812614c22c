import { z } from "zod";
import { call } from "~/platform/contract/call";

const id = z.uuid("must be the id of a file");

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
export type FileRow = z.infer<typeof fileShape>;

/**
 * The calls for files that the console made. Each asks for the flag of the file itself, and that the caller made it or is
 * the account owner.
 */
export const filesContract = {
  detail: call("signed-in")
    .route({ method: "GET", path: "/files/{id}", summary: "What a file is called, and how large it is" })
    .input(z.object({ id }))
    .output(fileShape),
  part: call("signed-in")
    .route({
      method: "GET",
      path: "/files/{id}/parts/{position}",
      summary: "A part of a file's bytes, counted from 0. Each one is recorded as a download",
    })
    .input(
      z.object({ id, position: z.coerce.number("must be a number").int("must be a whole number").min(0) }),
    )
    .output(z.file()),
};
