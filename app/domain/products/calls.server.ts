import { mirrorCalls } from "~/core/mirrors/mirror-calls.server";
import { productsMirror } from "./mirror.server";

/** The calls about products that several functions share. */
export const productsCalls = mirrorCalls(productsMirror, "/products/mirror");
