import { mirrorCalls } from "~/core/mirrors/mirror-calls";

/** Calls about orders that several functions share. */
export const ordersContract = mirrorCalls("/orders/mirror", "orders");
