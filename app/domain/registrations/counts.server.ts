import { readTogether } from "~/platform/db/read-shop.server";
import { REGISTRATION_TABS, type Registration, type RegistrationTab } from "./status";

/** How many registrations of a kind each tab has; kept by a trigger, so it costs the same at any size. */
export async function readCounts(
  shop: string,
  registration: Registration,
): Promise<Record<RegistrationTab, number>> {
  const rows = await readTogether<{ status: RegistrationTab; count: string }>(shop, {
    name: "registration-counts",
    text: "SELECT status, count FROM registration_counts WHERE shop = $1 AND registration = $2",
    values: [shop, registration],
  });
  const counts = new Map(rows.map(({ status, count }) => [status, Number(count)]));
  return Object.fromEntries(REGISTRATION_TABS.map((status) => [status, counts.get(status) ?? 0])) as Record<
    RegistrationTab,
    number
  >;
}
