import { definePages } from "~/core/function-entry";
import type { customersCalls } from "./calls.server";
import { CUSTOMER_FLAGS } from "./kinds";

/** The routes about one customer that several screens use. */
export const customerPages = definePages<{ customers: typeof customersCalls }>(CUSTOMER_FLAGS);
