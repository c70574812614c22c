import { mirrorCalls } from "~/core/mirrors/mirror-calls.server";
import { declareModule } from "~/core/module.server";

import { applyReportedPrices } from "./apply-reported-prices.server";
import { productsMirror } from "./mirror.server";
import { skusInPalette } from "./read-products.server";

export const productsModule = declareModule({
  folder: "domain/products",
  calls: { products: mirrorCalls(productsMirror, "/products/mirror") },
  declares: [skusInPalette, applyReportedPrices, productsMirror],
});
