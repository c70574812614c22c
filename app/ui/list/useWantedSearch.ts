import { useLocation, useNavigation } from "@remix-run/react";

/**
 * The parameters (`?q=…`) that the list's address has, or will have in a moment: those of a page of it that is just being fetched.
 * What is built upon these adds to what somebody asked for last, instead of overtaking it.
 */
export function useWantedSearch(): string {
  const { search, pathname } = useLocation();
  const { location } = useNavigation();
  return location?.pathname === pathname ? location.search : search;
}
