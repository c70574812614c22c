import { definePages } from "~/core/function-entry";
import type { customersCalls } from "~/domain/customers/calls.server";
import { CARD_FLAGS } from "~/domain/customers/kinds";

/** The customer card. Its parts make the calls of their own folders. */
export const personPages = definePages<{ customers: typeof customersCalls }>(CARD_FLAGS);
