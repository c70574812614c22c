import { defineModule } from "~/core/module.server";
import * as audit from "./audit.server";
import { mailContract } from "./contract";
import * as desk from "./desk.server";
import { mailFunction } from "./function";
import { mailList } from "./list";
import { mailRouter } from "./mail.server";

export const mailModule = defineModule({
  folder: "functions/mail",
  entry: mailFunction,
  calls: { contract: { mail: mailContract }, router: { mail: mailRouter } },
  lists: [mailList],
  audit,
  desk,
});
