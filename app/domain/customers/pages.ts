import { definePages } from "~/core/function-entry";
import type { customersContract } from "./contract";
import { CUSTOMER_FLAGS } from "./kinds";

/** The routes about one customer that several screens use. */
export const customerPages = definePages<{ customers: typeof customersContract }>(CUSTOMER_FLAGS);
