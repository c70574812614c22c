import { definePages } from "~/core/function-entry";
import { callsOf } from "~/core/page-call";
import type { customersCalls } from "~/domain/customers/calls.server";
import type { decisionsCalls } from "./decisions-calls.server";
import type { registrationExports } from "./list.server";
import type { questionsCalls } from "./questions/calls.server";
import type { reasonsCalls } from "./reasons/calls.server";
import { REGISTRATION_FLAGS, type Registration } from "./status";

/** The contracts of the calls that every screen of registrations posts. */
export type RegistrationCalls = {
  customers: typeof customersCalls & typeof decisionsCalls;
  exports: Record<Registration, ReturnType<typeof registrationExports>>;
  questions: typeof questionsCalls;
};

/** A call as these screens post it. */
export const registrationCall = callsOf(definePages<RegistrationCalls>(REGISTRATION_FLAGS));

/** The routes that the screens of registrations share. */
export const registrationPages = definePages<{
  customers: typeof customersCalls & typeof decisionsCalls;
  reasons: typeof reasonsCalls;
}>(REGISTRATION_FLAGS);
