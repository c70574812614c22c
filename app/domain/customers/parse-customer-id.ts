import { badRequest } from "~/platform/errors";
import { customerNumber } from "./mirror-row";

/** The number in a call's customer id. @throws 400 when it isn't a customer's id */
export function parseCustomerId(id: string): number {
  const number = customerNumber(id);
  if (number === null) throw badRequest(`"${id}" isn't a customer's id.`, { id: "not a customer's id" });
  return number;
}
