import { definePages } from "~/core/function-entry";
import { callsOf } from "~/core/page-call";
import type { customersContract } from "~/domain/customers/contract";
import type { decisionsContract } from "./decisions-contract";
import type { questionsContract } from "./questions/contract";
import { REGISTRATION_FLAGS } from "./status";

/** The contracts of the calls that every screen of registrations posts. */
export type RegistrationCalls = {
  customers: typeof customersContract & typeof decisionsContract;
  questions: typeof questionsContract;
};

/** A call as these screens post it. */
export const registrationCall = callsOf(definePages<RegistrationCalls>(REGISTRATION_FLAGS));
