import { defineModule } from "~/core/module.server";
import * as audit from "./audit.server";
import { registrationCodesContract } from "./contract";
import { registrationCodesFunction } from "./function";
import { historyList } from "./list";
import { registrationCodesRouter } from "./registrationCodes.server";

export const registrationCodesModule = defineModule({
  folder: "functions/registrationCodes",
  entry: registrationCodesFunction,
  calls: {
    contract: { registrationCodes: registrationCodesContract },
    router: { registrationCodes: registrationCodesRouter },
  },
  lists: [historyList],
  audit,
});
