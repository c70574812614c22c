import { defineModule } from "~/core/module.server";
import * as audit from "./audit.server";

export const switchesModule = defineModule({ folder: "core/settings", audit });
