import { definePages } from "~/core/function-entry";
import { CUSTOMER_FLAGS } from "~/domain/customers/kinds";
import type { notesContract } from "./contract";

/** The route that the notes on a customer's card post to. */
export const notePages = definePages<{ notes: typeof notesContract }>(CUSTOMER_FLAGS);
