import { defineModule } from "~/core/module.server";
import * as audit from "./audit.server";

export const mirrorsModule = defineModule({ folder: "core/mirrors", audit });
