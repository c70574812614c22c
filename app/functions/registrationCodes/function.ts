import { defineFunction } from "~/core/function-entry";
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
  group: "people",
  figureList: "registration-codes",
});
