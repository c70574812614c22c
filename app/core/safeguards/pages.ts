import { definePages } from "~/core/function-entry";
import { callsOf } from "~/core/page-call";
import type { safeguardCalls } from "./calls.server";

/** The page of loosened limits that wait. Its calls show each administrator those of their functions. */
export const safeguardPages = definePages<{ safeguards: typeof safeguardCalls }>("signed-in");

/** Calls as the pages post them. */
export const safeguardCall = callsOf(safeguardPages);
