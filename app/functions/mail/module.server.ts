import { declareModule } from "~/core/module.server";
import { mailCalls } from "./calls.server";
import { addressAllowed, mailSentAgain } from "./change.server";
import * as desk from "./desk.server";
import { mailFunction } from "./function";
import { mailList } from "./list.server";

export const mailModule = declareModule({
  folder: "functions/mail",
  entry: mailFunction,
  calls: { mail: mailCalls },
  declares: [mailList, mailSentAgain, addressAllowed, desk],
});
