import type { CreditCustomer } from "../contract";

/** A customer as the list needs them. */
export type CustomerRow = CreditCustomer & { id: string };
