import { badRequest } from "~/platform/errors";
import { customerNumber } from "./mirror-row";

/** The number in a customer's id that a call was given. @throws 400 when it is no customer's id */
export function askedCustomer(id: string): number {
  const number = customerNumber(id);
  if (number === null) throw badRequest(`"${id}" is not a customer's id.`, { id: "not a customer's id" });
  return number;
}
