import { defineModule } from "~/core/module.server";

export const productsModule = defineModule({ folder: "domain/products" });
