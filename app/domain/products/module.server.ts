import { declareModule } from "~/core/module.server";

import { applyReportedPrices } from "./apply-reported-prices.server";
import { productsCalls } from "./calls.server";
import { productsMirror } from "./mirror.server";
import * as palette from "./palette.server";

export const productsModule = declareModule({
  folder: "domain/products",
  calls: { products: productsCalls },
  declares: [palette, applyReportedPrices, productsMirror],
});
