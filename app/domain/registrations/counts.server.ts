import { readStatusCounts } from "~/domain/customers/registration-counts.server";
import { REGISTRATION_TABS, type Registration, type RegistrationTab } from "./status";

/** How many registrations of a kind each tab has. */
export async function readCounts(
  shop: string,
  registration: Registration,
): Promise<Record<RegistrationTab, number>> {
  const counts = await readStatusCounts(shop, registration);
  return Object.fromEntries(REGISTRATION_TABS.map((status) => [status, counts.get(status) ?? 0])) as Record<
    RegistrationTab,
    number
  >;
}
