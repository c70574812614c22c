import { definePages } from "~/core/function-entry";
import type { customersCalls } from "~/domain/customers/calls.server";
import { CUSTOMER_FLAGS } from "~/domain/customers/kinds";

/** The customer card. Its parts make the calls of their own folders. */
export const personPages = definePages<{ customers: typeof customersCalls }>(CUSTOMER_FLAGS);
