import { defineModule } from "~/core/module.server";
import { applyReportedPrices } from "./apply-reported-prices.server";
import { productsContract } from "./contract";
import { productsMirror } from "./mirror.server";
import { productsRouter } from "./products.server";

export const productsModule = defineModule({
  folder: "domain/products",
  calls: { contract: { products: productsContract }, router: { products: productsRouter } },
  webhooks: [applyReportedPrices],
  mirrors: [productsMirror],
});
