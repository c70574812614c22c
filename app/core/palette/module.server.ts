import { declareModule } from "~/core/module.server";
import { paletteCalls } from "./calls.server";

export const paletteModule = declareModule({ folder: "core/palette", calls: { palette: paletteCalls } });
