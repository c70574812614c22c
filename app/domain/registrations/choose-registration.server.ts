import { type Administrator, mayUse } from "~/platform/auth/permission";
import { forbidden, notFound } from "~/platform/errors";
import { REGISTRATIONS, type Registration, registrationsOf } from "./status";

/**
 * The registration that a decision or a question is about. A customer may have registered as a student and as staff.
 * @param wanted only this kind counts. A tag may have been removed since the administrator saw the customer
 * @throws 404 for a customer without a registration, 403 without the flag of one
 */
export function chooseRegistration(
  administrator: Administrator,
  tags: readonly string[],
  wanted?: Registration,
): Registration {
  const kinds = registrationsOf(tags).filter((kind) => !wanted || kind === wanted);
  if (kinds.length === 0) {
    const as = wanted ? ` as a ${REGISTRATIONS[wanted].noun.one}` : "";
    throw notFound(`This customer has no registration${as} to decide on.`);
  }
  const registration = kinds.find((kind) => mayUse(administrator, REGISTRATIONS[kind].flag));
  if (!registration) throw forbidden();
  return registration;
}
