import { defineFunction } from "~/core/function-entry";
import type { partnersContract } from "~/domain/codes/contract";
import type { registrationCodesContract } from "./contract";

export const registrationCodesFunction = defineFunction<{
  registrationCodes: typeof registrationCodesContract;
  partners: typeof partnersContract;
}>({
  name: "registrationCodes",
  path: "/registrationCodes",
  menuName: "registration codes",
  description: "Codes that customers of partners register with",
  permission: "showRegistrationCodes",
  group: "people",
  figureList: "registration-codes",
});
