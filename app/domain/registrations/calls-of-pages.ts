import { definePages } from "~/core/function-entry";
import { callsOf } from "~/core/page-call";
import type { customersCalls } from "~/domain/customers/calls.server";
import type { decisionsCalls } from "./decisions-calls.server";
import type { questionsCalls } from "./questions/calls.server";
import { REGISTRATION_FLAGS } from "./status";

/** The contracts of the calls that every screen of registrations posts. */
export type RegistrationCalls = {
  customers: typeof customersCalls & typeof decisionsCalls;
  questions: typeof questionsCalls;
};

/** A call as these screens post it. */
export const registrationCall = callsOf(definePages<RegistrationCalls>(REGISTRATION_FLAGS));
