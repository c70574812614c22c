import { declareModule } from "~/core/module.server";

import * as audit from "./audit.server";
import { registrationCodesCalls } from "./calls.server";
import { registrationCodesFunction } from "./function";
import { historyList } from "./list.server";

export const registrationCodesModule = declareModule({
  folder: "functions/registrationCodes",
  entry: registrationCodesFunction,
  calls: { registrationCodes: registrationCodesCalls },
  declares: [historyList, audit],
});
