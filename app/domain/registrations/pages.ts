import { definePages } from "~/core/function-entry";
import type { customersContract } from "~/domain/customers/contract";
import type { decisionsContract } from "./decisions-contract";
import type { reasonsContract } from "./reasons/contract";
import { REGISTRATION_FLAGS } from "./status";

/** The routes that the screens of registrations share. */
export const registrationPages = definePages<{
  customers: typeof customersContract & typeof decisionsContract;
  reasons: typeof reasonsContract;
}>(REGISTRATION_FLAGS);
