import { mirrorCalls } from "~/core/mirrors/mirror-calls.server";
import { declareModule } from "~/core/module.server";

import { applyReportedPrices } from "./apply-reported-prices.server";
import { productsMirror } from "./mirror.server";
import * as palette from "./palette.server";

export const productsModule = declareModule({
  folder: "domain/products",
  calls: { products: mirrorCalls(productsMirror, "/products/mirror") },
  declares: [palette, applyReportedPrices, productsMirror],
});
