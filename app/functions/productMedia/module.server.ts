import { defineModule } from "~/core/module.server";
import * as audit from "./audit.server";
import { productMediaContract } from "./contract";
import { productMediaFunction } from "./function";
import { finishMediaChanges } from "./media-changes.server";
import { productMediaRouter } from "./productMedia.server";
import { finishFiles } from "./sync/create-files.server";
import { mediaSync } from "./sync/media-sync.server";

export const productMediaModule = defineModule({
  folder: "functions/productMedia",
  entry: productMediaFunction,
  calls: { contract: { productMedia: productMediaContract }, router: { productMedia: productMediaRouter } },
  jobs: [mediaSync.job],
  tasks: [finishMediaChanges, finishFiles],
  audit,
});
