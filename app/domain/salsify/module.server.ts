import { defineModule } from "~/core/module.server";
import { salsifyContract } from "./contract";
import { salsifyRouter } from "./salsify.server";

export const salsifyModule = defineModule({
  folder: "domain/salsify",
  calls: { contract: { salsify: salsifyContract }, router: { salsify: salsifyRouter } },
});
