import { defineModule } from "~/core/module.server";
import * as audit from "./audit.server";
import { productMediaContract } from "./contract";
import { productMediaRouter } from "./productMedia.server";
import { mediaSync } from "./sync/media-sync.server";

export const productMediaModule = defineModule({
  folder: "functions/productMedia",
  calls: { contract: { productMedia: productMediaContract }, router: { productMedia: productMediaRouter } },
  jobs: [mediaSync.job],
  audit,
});
