import { type Administrator, mayUse } from "~/platform/auth/permission";
import { forbidden, notFound } from "~/platform/errors";
import { REGISTRATIONS, type Registration, registrationsOf } from "./status";

/**
 * The registration that a decision or a question is about. A customer may have registered as a student and as staff.
 * @param wanted preferred where the customer has it and the administrator has its flag
 * @throws 404 for a customer without a registration, 403 without the flag of one
 */
export function chooseRegistration(
  administrator: Administrator,
  tags: readonly string[],
  wanted?: Registration,
): Registration {
  const kinds = registrationsOf(tags);
  if (kinds.length === 0) throw notFound("This customer has no registration to decide on.");
  const allowed = kinds.filter((kind) => mayUse(administrator, REGISTRATIONS[kind].flag));
  const registration = allowed.find((kind) => kind === wanted) ?? allowed[0];
  if (!registration) throw forbidden();
  return registration;
}
