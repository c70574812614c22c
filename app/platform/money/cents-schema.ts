import { z } from "zod";

/**
 * Reads a wire number as `Cents`. The brand exists for the compiler only: the document of the API says "integer". It has a file of
 * its own, because zod must not reach the browser with the arithmetic.
 */
export const centsSchema = z.number().int().brand<"Cents">();
