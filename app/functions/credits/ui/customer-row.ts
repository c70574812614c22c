import type { CreditCustomer } from "../schemas";

/** A customer as the list needs them. */
export type CustomerRow = CreditCustomer & { id: string };
