import { definePages } from "~/core/function-entry";
import type { customersCalls } from "~/domain/customers/calls.server";
import type { decisionsCalls } from "./decisions-calls.server";
import type { reasonsCalls } from "./reasons/calls.server";
import { REGISTRATION_FLAGS } from "./status";

/** The routes that the screens of registrations share. */
export const registrationPages = definePages<{
  customers: typeof customersCalls & typeof decisionsCalls;
  reasons: typeof reasonsCalls;
}>(REGISTRATION_FLAGS);
