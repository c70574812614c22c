import { mirrorCalls } from "~/core/mirrors/mirror-calls";

/** Calls about products that several functions share. */
export const productsContract = mirrorCalls("/products/mirror", "products");
