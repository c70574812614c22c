import { mirrorCalls } from "~/core/mirrors/mirror-calls.server";
import { ordersMirror } from "./mirror.server";

/** The calls about orders that several functions share. */
export const ordersCalls = mirrorCalls(ordersMirror, "/orders/mirror");
