import { declareModule } from "~/core/module.server";
import { personCalls } from "./calls.server";
import { personPages } from "./pages";

export const personModule = declareModule({
  folder: "functions/person",
  entry: personPages,
  calls: { person: personCalls },
});
