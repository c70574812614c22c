import { definePages } from "~/core/function-entry";
import { callsOf } from "~/core/page-call";
import { CARD_FLAGS } from "~/domain/customers/kinds";
import type { notesCalls } from "./calls.server";

/** The route that the notes on a customer's card post to. */
export const notePages = definePages<{ notes: typeof notesCalls }>(CARD_FLAGS);

/** Calls as the card posts them. */
export const noteCall = callsOf(notePages);
