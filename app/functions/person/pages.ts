import { definePages } from "~/core/function-entry";
import type { customersContract } from "~/domain/customers/contract";
import { CUSTOMER_FLAGS } from "~/domain/customers/kinds";

/** The customer card. Its parts make the calls of their own folders. */
export const personPages = definePages<{ customers: typeof customersContract }>(CUSTOMER_FLAGS);
