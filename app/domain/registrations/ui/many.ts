import { type ListState, searchKind } from "~/platform/list";
import type { MatchCount } from "~/ui/list/types";
import type { Ending } from "../expiry/expiry";
import type { RegistrationRow } from "../registration-row.server";
import { REGISTRATION_PATHS, type Registration, type RegistrationTab } from "../status";

/** What the list shows. */
interface Shown {
  tab: RegistrationTab;
  state: ListState;
  ends?: Ending;
}

/** How much of a name a job stores (characters). */
const MAX_LABEL_LENGTH = 300;

/** The selected registrations, as the calls take them. */
export const selectedOf = (rows: readonly RegistrationRow[]) => ({
  customers: rows.map(({ id, displayName, email }) => ({
    id,
    // A long name must not fail the whole selection.
    label: `${displayName} (${email})`.slice(0, MAX_LABEL_LENGTH),
  })),
});

/** All registrations that the list shows. The server finds them. @param count as it was confirmed */
export const allOf = ({ tab, state, ends }: Shown, count: number) => ({
  match: { status: tab, ends, search: searchKind(state.search), count },
});

/** The registrations that a call works on. */
export type Many = ReturnType<typeof selectedOf> | ReturnType<typeof allOf>;

/** Counts all registrations that the list shows. @throws when the server refuses */
export async function countMatching(
  registration: Registration,
  { tab, state, ends }: Shown,
): Promise<MatchCount> {
  const query = ends ? `?${new URLSearchParams({ ends })}` : "";
  const response = await fetch(`/api/${REGISTRATION_PATHS[registration]}/${tab}/matches${query}`, {
    method: "POST",
    headers: { "Content-Type": "application/json" },
    body: JSON.stringify(searchKind(state.search)),
  });
  if (!response.ok) throw new Error(`The server answered ${response.status}.`);
  return (await response.json()) as MatchCount;
}
