import { defineModule } from "~/core/module.server";
import { productsMirror } from "./mirror.server";

export const productsModule = defineModule({
  folder: "domain/products",
  mirrors: [productsMirror],
});
