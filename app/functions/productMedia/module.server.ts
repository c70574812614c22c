import { declareModule } from "~/core/module.server";

import * as audit from "./audit.server";
import { mediaExportCalls, productMediaCalls } from "./calls.server";
import * as desk from "./desk.server";
import { productMediaFunction } from "./function";
import { finishMediaChanges } from "./media-changes.server";
import { mediaProductsList, productsInPalette } from "./products-list.server";
import { finishFiles } from "./sync/create-files.server";
import { mediaSync } from "./sync/media-sync.server";
import { uploadJob } from "./upload-pictures.server";

export const productMediaModule = declareModule({
  folder: "functions/productMedia",
  entry: productMediaFunction,
  calls: { productMedia: productMediaCalls, exports: mediaExportCalls },
  declares: [
    mediaProductsList,
    productsInPalette,
    mediaSync,
    uploadJob,
    finishMediaChanges,
    finishFiles,
    audit,
    desk,
  ],
});
