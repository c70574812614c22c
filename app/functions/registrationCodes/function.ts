import { defineFunction } from "~/core/function-entry";
import { callsOf } from "~/core/page-call";
import type { partnersCalls } from "~/domain/codes/calls.server";
import type { registrationCodesCalls } from "./calls.server";

export const registrationCodesFunction = defineFunction<{
  registrationCodes: typeof registrationCodesCalls;
  partners: typeof partnersCalls;
}>({
  name: "registrationCodes",
  path: "/registrationCodes",
  menuName: "registration codes",
  description: "Codes that customers of partners register with",
  permission: "showRegistrationCodes",
  actions: [{ path: "/registrationCodes?new=1", title: "New registration code" }],
  group: "people",
  figureList: "registration-codes",
});

/** Calls as the page posts them. */
export const codeCall = callsOf(registrationCodesFunction);
