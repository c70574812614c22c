import { defineModule } from "~/core/module.server";
import { personPages } from "./pages";

export const personModule = defineModule({ folder: "functions/person", pages: personPages });
